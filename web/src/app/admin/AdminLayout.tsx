import { ShieldAlert } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { Offcanvas } from "react-bootstrap";
import { matchPath, Outlet, useLocation, useNavigate } from "react-router";
import { useAppDispatch } from "@/app/hooks";
import mark from "@/assets/brand/mark.svg";
import { useAdminLogoutMutation } from "@/features/admin/login/adminSessionApi";
import { IncidentBanner } from "@/features/admin/operations/IncidentBanner";
import { ConfirmationDialog } from "@/shared/admin/confirm/ConfirmationDialog";
import { confirmLeave } from "@/shared/admin/form/useUnsavedGuard";
import { usePermissions } from "@/shared/admin/permissions";
import type { AdminUser } from "@/shared/api/types";
import { dayAndTime } from "@/shared/format";
import { useMediaQuery } from "@/shared/hooks/useMediaQuery";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { useScrollReset } from "@/shared/hooks/useScrollReset";
import { clearDraftOfOthers } from "@/shared/session/formDraft";
import { signedOut } from "@/shared/session/sessionSlice";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { Link } from "@/shared/ui/Link";
import { lazyPart } from "@/shared/ui/lazyPart";
import { ConnectionBanner } from "./ConnectionBanner";
import { MissingStepUp } from "./MissingStepUp";
import { pageComponents } from "./pageComponents";
import { ShortcutsHelp } from "./ShortcutsHelp";
import { SideNav } from "./SideNav";
import { TopBar } from "./TopBar";
import { useDialogWithLinks } from "./useDialogWithLinks";
import { useGlobalShortcuts } from "./useGlobalShortcuts";

const StepUpDialog = lazyPart(
  () => import("@/features/admin/staff/StepUpDialog").then((m) => m.StepUpDialog),
  MissingStepUp,
);
const SecondFactorPanel = lazy(() =>
  import("@/features/admin/staff/SecondFactorPanel").then((m) => ({ default: m.SecondFactorPanel })),
);

export function AdminLayout({ admin }: { admin: AdminUser | undefined }) {
  const isPhone = useMediaQuery("(max-width: 767.98px)");
  const isWide = useMediaQuery("(min-width: 1400px)");
  // A choice applies to the screen width at which it was made.
  const [chosen, setChosen] = useState<{ isWide: boolean; rail: boolean } | null>(null);
  const drawer = useDialogWithLinks();
  const main = useRef<HTMLElement>(null);
  useScrollReset(main, { isByPath: true });
  const isForMe = useIsForMe(admin);
  const { isLoggingOut, logout } = useLogout();
  const { isHelpOpen, showHelp, closeHelp } = useGlobalShortcuts();

  const rail = chosen?.isWide === isWide ? chosen.rail : !isWide;
  const sidebar = isPhone
    ? { label: "Open the menu", expanded: drawer.isOpen, onToggle: drawer.open }
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
        <Offcanvas
          key={drawer.key}
          className="side-drawer"
          show={drawer.isOpen}
          onHide={drawer.close}
          aria-label="Menu"
        >
          <SideNav onLeave={drawer.leave} />
        </Offcanvas>
      ) : (
        <SideNav rail={rail} />
      )}
      <div className="min-w-0">
        <TopBar
          admin={admin}
          sidebar={sidebar}
          isLoggingOut={isLoggingOut}
          onShowShortcuts={showHelp}
          onLogout={logout}
        />
        <IncidentBanner />
        <main className="work" id="work" ref={main} tabIndex={-1}>
          {admin?.secondFactorBy && <SecondFactorReminder by={admin.secondFactorBy} />}
          <Suspense fallback={<span className="sk page-sk" role="status" aria-label="Loading the page" />}>
            {admin?.lacksSecondFactor ? <SetUpFirst /> : isForMe ? <Outlet /> : <NotForYou admin={admin} />}
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
      <StepUpDialog hasSecondFactor={admin?.hasSecondFactor ?? false} />
      <ConfirmationDialog />
      <ConnectionBanner />
      <ShortcutsHelp open={isHelpOpen} onClose={closeHelp} />
    </div>
  );
}

/** Shown on each page until the day from which everyone needs a second factor. */
const SecondFactorReminder = ({ by }: { by: string }) => (
  <p className="factor-reminder" role="status">
    <ShieldAlert className="ico ico-16" aria-hidden="true" />
    <span>
      Please set up your second factor before {dayAndTime(by)}. From then on it is needed to work here.{" "}
      <Link className="textlink" to="/admin/me">
        Set it up
      </Link>
    </span>
  </p>
);

/** If everyone needs a second factor, nothing else is shown before it is set up. */
function SetUpFirst() {
  usePageTitle("Second factor, Admin portal");
  return (
    <div className="staff">
      <div className="work-head">
        <h1>One thing first</h1>
      </div>
      <p>Everyone at this shop signs in with a second factor. Please set up yours; the portal opens then.</p>
      <SecondFactorPanel />
    </div>
  );
}

function useIsForMe(admin: AdminUser | undefined): boolean {
  const { pathname } = useLocation();
  const { sees } = usePermissions();
  const page = Object.keys(pageComponents).find((path) => matchPath(path, pathname));
  return !admin || !page || sees(page);
}

function NotForYou({ admin }: { admin: AdminUser | undefined }) {
  usePageTitle("Not for your roles, Admin portal");
  return (
    <div className="panel nf">
      <h1>This page is not for your roles</h1>
      <p className="muted">You are {admin?.roles.join(", ")}. An owner can give you another role, under Staff.</p>
      <Link className="btn btn-primary" to="/admin">
        First page
      </Link>
    </div>
  );
}

function useLogout() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [call, { isLoading }] = useAdminLogoutMutation();
  const logout = async () => {
    if (!(await confirmLeave())) return;
    const { error } = await call();
    if (error && "status" in error && error.status !== 401) {
      dispatch(toastShown("error", "You are still signed in: the shop did not answer. Please try again."));
      return;
    }
    // A sign-out discards unsaved input.
    clearDraftOfOthers("admin", undefined);
    dispatch(signedOut("admin"));
    await navigate("/admin/login", { replace: true });
  };
  return { isLoggingOut: isLoading, logout: () => void logout() };
}
