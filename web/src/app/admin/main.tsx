import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "react-redux";
import { keepSession } from "@/shared/session/persist";
import { Toasts } from "@/shared/toasts/Toasts";
import { makeStore } from "../store";
import "@/styles/admin.scss";

const store = makeStore("admin");
keepSession(store);

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <Provider store={store}>
      <Toasts />
    </Provider>
  </StrictMode>,
);
