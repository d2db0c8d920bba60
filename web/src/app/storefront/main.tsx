import { setupListeners } from "@reduxjs/toolkit/query";
import { StrictMode, startTransition, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "react-redux";
import { BrowserRouter } from "react-router";
import { makeStore } from "@/app/store";
import { loadPreloadedState } from "@/shared/api/preloadedState";
import { whenIdle } from "@/shared/connection/whenIdle";
import { installOfflinePage } from "@/shared/push/serviceWorker";
import { persistSession } from "@/shared/session/persistence";
import { ToastPositioner } from "@/shared/toasts/ToastPositioner";
import { Toasts } from "@/shared/toasts/Toasts";
import { ErrorBoundary } from "@/shared/ui/ErrorBoundary";
import { claimDeviceOnSignIn } from "./claimDeviceOnSignIn";
import { crossTabSync } from "./crossTabSync";
import { enableStylesheet, stylesheetLoaded } from "./prerender/enableStylesheet";
import { trackFocus } from "./prerender/restoreFocus";
import { resetOnSignOut } from "./resetOnSignOut";
import { loadPage, StorefrontRoutes } from "./routes";
import "@/styles/storefront.scss";

const rootElement = document.getElementById("root") as HTMLElement;
const refocus = trackFocus(rootElement);
const store = makeStore("customer", undefined, [crossTabSync]);
persistSession(store);
resetOnSignOut(store);
claimDeviceOnSignIn(store);
// Enables refetching on focus and on reconnect.
setupListeners(store.dispatch);

// Keep the served page until everything that replaces it is loaded. A missing chunk is handled by the page's error
// boundary.
await Promise.all([loadPage(window.location.pathname).catch(() => {}), stylesheetLoaded(document)]);
// Some of the endpoints are in the page's chunk.
const after = loadPreloadedState(document, store);

function ActivatePage() {
  useLayoutEffect(() => {
    enableStylesheet(document);
    refocus();
  }, []);
  return null;
}

const root = createRoot(rootElement);
// A transition renders in small steps, so that input stays responsive.
startTransition(() =>
  root.render(
    <StrictMode>
      <ActivatePage />
      <Provider store={store}>
        <BrowserRouter>
          <ErrorBoundary>
            <StorefrontRoutes />
          </ErrorBoundary>
          <Toasts />
          <ToastPositioner />
        </BrowserRouter>
      </Provider>
    </StrictMode>,
  ),
);

// Live updates and prefetching are not part of the first load.
whenIdle(async () => (await import("./eventHandlers")).startLiveUpdates(store, after));
whenIdle(() => installOfflinePage().catch(() => {}));
whenIdle(() => import("./prefetchPages").then(({ prefetchPages }) => prefetchPages()).catch(() => {}));
