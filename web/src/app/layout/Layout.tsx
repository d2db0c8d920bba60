import { Suspense, useEffect, useRef } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";
import { pageAt } from "@/shared/head/pages";
import { useHead } from "@/shared/head/useHead";
import { signInPath } from "@/shared/session/returnTo";
import { selectSignInNeeded, selectWish, signInShown } from "@/shared/session/sessionSlice";
import { useFreshStart } from "@/shared/ui/useFreshStart";
import { useAppDispatch, useAppSelector } from "../hooks";
import { BottomBar } from "./BottomBar";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { OfflineBanner } from "./OfflineBanner";
import { PageBoundary } from "./PageBoundary";
import { RateLine } from "./RateLine";

export function Layout() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useSignInWhenNeeded();
  useFreshStart(main);
  useTableHead(pathname);
  return (
    <>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <RateLine />
      <Header />
      <OfflineBanner />
      <main id="content" ref={main} tabIndex={-1}>
        <PageBoundary key={pathname}>
          <Suspense fallback={<div className="page-wait" aria-busy="true" />}>
            <Outlet />
          </Suspense>
        </PageBoundary>
      </main>
      <Footer />
      <BottomBar />
    </>
  );
}

/** An action was refused because nobody is signed in: to the sign-in, and back here after it. */
function useSignInWhenNeeded() {
  const needed = useAppSelector(selectSignInNeeded);
  const wish = useAppSelector(selectWish);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const location = useLocation();
  useEffect(() => {
    if (!needed) return;
    dispatch(signInShown());
    void navigate(signInPath("/login", location), { state: { wish } });
  }, [needed, wish, dispatch, navigate, location]);
}

/** What the table of pages says of this one. Lists and products tell it themselves, from what they show. */
function useTableHead(pathname: string) {
  const page = pageAt(pathname);
  const isTold = page !== undefined && page.facts.template !== "list";
  const path = page?.facts.private ? undefined : page?.path;
  useHead(isTold ? { description: page.facts.description, path } : undefined);
}
