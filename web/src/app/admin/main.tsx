import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "react-redux";
import { BrowserRouter } from "react-router";
import { ToastPlace } from "@/shared/portal/ToastPlace";
import { keepSession } from "@/shared/session/persist";
import { Toasts } from "@/shared/toasts/Toasts";
import { ErrorBoundary } from "@/shared/ui/ErrorBoundary";
import { makeStore } from "../store";
import { AdminRoutes } from "./AdminRoutes";
import { followAsAdmin } from "./live";
import "./slices";
import { showRememberedTheme } from "./useTheme";
import "@/styles/admin.scss";

showRememberedTheme();
const store = makeStore("admin");
keepSession(store);
followAsAdmin(store);

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <Provider store={store}>
      <BrowserRouter>
        <ErrorBoundary>
          <AdminRoutes />
        </ErrorBoundary>
        <Toasts />
        <ToastPlace />
      </BrowserRouter>
    </Provider>
  </StrictMode>,
);
