import { Suspense, useState } from "react";
import { Offcanvas } from "react-bootstrap";
import { Outlet, useNavigate } from "react-router";
import mark from "@/assets/brand/mark.svg";
import { useAdminLogoutMutation } from "@/features/admin/adminApi";
import { TroubleLine } from "@/features/admin-operations/TroubleLine";
import type { AdminUser } from "@/shared/api/types";
import { signedOut } from "@/shared/session/sessionSlice";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { useMedia } from "@/shared/ui/useMedia";
import { useAppDispatch } from "../hooks";
import { ConnectionLine } from "./ConnectionLine";
import { KeysHelp } from "./KeysHelp";
import { SideNav } from "./SideNav";
import { TopBar } from "./TopBar";
import { usePortalKeys } from "./usePortalKeys";

export function AdminLayout({ admin }: { admin: AdminUser | undefined }) {
  const isPhone = useMedia("(max-width: 767.98px)");
  const isWide = useMedia("(min-width: 1400px)");
  // What the person chose holds for the width it was chosen at.
  const [chosen, setChosen] = useState<{ isWide: boolean; rail: boolean } | null>(null);
  const [drawer, setDrawer] = useState(false);
  const { leaving, logout } = useLogout();
  const { isHelpOpen, showHelp, closeHelp } = usePortalKeys();

  const rail = chosen?.isWide === isWide ? chosen.rail : !isWide;
  const sidebar = isPhone
    ? { label: "Open the menu", expanded: drawer, onToggle: () => setDrawer(true) }
    : {
        label: rail ? "Show the sidebar" : "Hide the sidebar",
        expanded: !rail,
        onToggle: () => setChosen({ isWide, rail: !rail }),
      };

  return (
    <div className={`admin${rail ? " rail" : ""}`}>
      <a className="skip" href="#work">
        Skip to the content
      </a>
      {isPhone ? (
        <Offcanvas className="side-drawer" show={drawer} onHide={() => setDrawer(false)} aria-label="Menu">
          <SideNav onLeave={() => setDrawer(false)} />
        </Offcanvas>
      ) : (
        <SideNav rail={rail} />
      )}
      <div className="min-w-0">
        <TopBar admin={admin} sidebar={sidebar} leaving={leaving} onKeys={showHelp} onLogout={logout} />
        <TroubleLine />
        <main className="work" id="work" tabIndex={-1}>
          <Suspense fallback={<span className="sk page-sk" role="status" aria-label="Loading the page" />}>
            <Outlet />
          </Suspense>
          <footer className="ft">
            <span>© {new Date().getFullYear()} Swarna</span>
            <a href="/">
              Powered By
              <img src={mark} alt="Swarna" width="32" height="22" />
            </a>
          </footer>
        </main>
      </div>
      <ConnectionLine />
      <KeysHelp open={isHelpOpen} onClose={closeHelp} />
    </div>
  );
}

function useLogout() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [call, { isLoading }] = useAdminLogoutMutation();
  const logout = async () => {
    const { error } = await call();
    if (error && "status" in error && error.status !== 401) {
      dispatch(toastShown("error", "You are still signed in: the shop did not answer. Please try again."));
      return;
    }
    dispatch(signedOut("admin"));
    await navigate("/admin/login", { replace: true });
  };
  return { leaving: isLoading, logout: () => void logout() };
}
