import { setupListeners } from "@reduxjs/toolkit/query";
import { StrictMode, startTransition, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "react-redux";
import { BrowserRouter } from "react-router";
import { seedFrom } from "@/shared/api/seeds";
import { keepSession } from "@/shared/session/persist";
import { Toasts } from "@/shared/toasts/Toasts";
import { ErrorBoundary } from "@/shared/ui/ErrorBoundary";
import { forgetOnSignOut } from "./forgetOnSignOut";
import { loadPage, StorefrontRoutes } from "./routes";
import { followFocus } from "./served/focus";
import { dress, styled } from "./served/styled";
import { whenIdle } from "./socket";
import { makeStore } from "./store";
import { followOtherTabs } from "./tabs";
import "@/styles/storefront.scss";

const place = document.getElementById("root") as HTMLElement;
const refocus = followFocus(place);
const store = makeStore("customer", undefined, [followOtherTabs]);
const after = seedFrom(document, store);
keepSession(store);
forgetOnSignOut(store);
// For queries that look again when a person comes back to this tab.
setupListeners(store.dispatch);

// What was served stays until all of its successor is here. A file that does not come is the page's own matter then.
await Promise.all([loadPage(window.location.pathname).catch(() => {}), styled(document)]);

function Dressed() {
  useLayoutEffect(() => {
    dress(document);
    refocus();
  }, []);
  return null;
}

const root = createRoot(place);
// Drawn in small steps, between which the browser hears a finger.
startTransition(() =>
  root.render(
    <StrictMode>
      <Dressed />
      <Provider store={store}>
        <BrowserRouter>
          <ErrorBoundary>
            <StorefrontRoutes />
          </ErrorBoundary>
          <Toasts />
        </BrowserRouter>
      </Provider>
    </StrictMode>,
  ),
);

// What keeps the page current is no part of its first load, nor is what may be opened next.
whenIdle(async () => (await import("./live")).goLive(store, after));
whenIdle(() => import("./ahead").then(({ fetchAhead }) => fetchAhead()).catch(() => {}));
