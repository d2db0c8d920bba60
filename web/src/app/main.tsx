import { setupListeners } from "@reduxjs/toolkit/query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "react-redux";
import { BrowserRouter } from "react-router";
import { keepSession } from "@/shared/session/persist";
import { Toasts } from "@/shared/toasts/Toasts";
import { ErrorBoundary } from "@/shared/ui/ErrorBoundary";
import { forgetOnSignOut, goLive } from "./live";
import { StorefrontRoutes } from "./routes";
import { makeStore } from "./store";
import { followOtherTabs } from "./tabs";
import "@/styles/storefront.scss";

const store = makeStore("customer", undefined, [followOtherTabs]);
keepSession(store);
forgetOnSignOut(store);
goLive(store);
// For queries that look again when a person comes back to this tab.
setupListeners(store.dispatch);

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <Provider store={store}>
      <BrowserRouter>
        <ErrorBoundary>
          <StorefrontRoutes />
        </ErrorBoundary>
        <Toasts />
      </BrowserRouter>
    </Provider>
  </StrictMode>,
);
