import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "react-redux";
import { BrowserRouter } from "react-router";
import { makeStore } from "@/app/store";
import { loadPreloadedState } from "@/shared/api/preloadedState";
import { persistSession } from "@/shared/session/persistence";
import { ToastPositioner } from "@/shared/toasts/ToastPositioner";
import { Toasts } from "@/shared/toasts/Toasts";
import { ErrorBoundary } from "@/shared/ui/ErrorBoundary";
import { AdminRoutes } from "./AdminRoutes";
import { startAdminUpdates } from "./eventHandlers";
import { reloadOnRestore } from "./reloadOnRestore";
import { resetOnSignIn } from "./resetOnSignIn";
import "./adminSlices";
import { applySavedTheme } from "./useTheme";
import "@/styles/admin.scss";

applySavedTheme();
const store = makeStore("admin");
persistSession(store);
resetOnSignIn(store);
reloadOnRestore();
startAdminUpdates(store, loadPreloadedState(document, store));

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <Provider store={store}>
      <BrowserRouter>
        <ErrorBoundary>
          <AdminRoutes />
        </ErrorBoundary>
        <Toasts />
        <ToastPositioner />
      </BrowserRouter>
    </Provider>
  </StrictMode>,
);
