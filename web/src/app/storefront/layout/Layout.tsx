import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";
import { useAppDispatch, useAppSelector } from "@/app/hooks";
import { pageAt } from "@/shared/head/pages";
import { useHead } from "@/shared/head/useHead";
import { useScrollReset } from "@/shared/hooks/useScrollReset";
import { selectPendingAction, selectSignInNeeded, signInShown } from "@/shared/session/sessionSlice";
import { signInPath } from "@/shared/session/signInPath";
import { BottomBar } from "./BottomBar";
import { Footer } from "./Footer";
import { GoldRateBar } from "./GoldRateBar";
import { Header } from "./Header";
import { OfflineBanner } from "./OfflineBanner";
import { PageErrorBoundary } from "./PageErrorBoundary";

interface LayoutProps {
  header?: ReactNode;
  footer?: ReactNode;
}

const shopHeader = (
  <>
    <GoldRateBar />
    <Header />
  </>
);
const shopFooter = (
  <>
    <Footer />
    <BottomBar />
  </>
);

export function Layout({ header = shopHeader, footer = shopFooter }: LayoutProps) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useSignInWhenNeeded();
  useScrollReset(main);
  usePageHead(pathname);
  return (
    <>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      {header}
      <OfflineBanner />
      <main id="content" ref={main} tabIndex={-1}>
        <PageErrorBoundary key={pathname}>
          <Suspense fallback={<div className="page-wait" aria-busy="true" />}>
            <Outlet />
          </Suspense>
        </PageErrorBoundary>
      </main>
      {footer}
    </>
  );
}

/** Redirects to the sign-in and back when an action needs a session. */
function useSignInWhenNeeded() {
  const needed = useAppSelector(selectSignInNeeded);
  const pendingAction = useAppSelector(selectPendingAction);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const location = useLocation();
  useEffect(() => {
    // A route guard has already redirected there, with the return path and the action. The sign-in page resets the
    // flag.
    if (!needed || window.location.pathname === "/login") return;
    dispatch(signInShown());
    void navigate(signInPath("/login", location), { state: { pendingAction } });
  }, [needed, pendingAction, dispatch, navigate, location]);
}

/** Sets description and canonical address from the table of pages. Product and list pages set their own. */
function usePageHead(pathname: string) {
  const page = pageAt(pathname);
  const isTold = page !== undefined && page.facts.template !== "list";
  const path = page?.facts.private ? undefined : page?.path;
  useHead(isTold ? { description: page.facts.description, path } : undefined);
}
