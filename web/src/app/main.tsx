import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "react-redux";
import { BrowserRouter } from "react-router";
import { keepSession } from "@/shared/session/persist";
import { Toasts } from "@/shared/toasts/Toasts";
import { makeStore } from "./store";
import "@/styles/storefront.scss";

const store = makeStore("customer");
keepSession(store);

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <Provider store={store}>
      <BrowserRouter>
        <Toasts />
      </BrowserRouter>
    </Provider>
  </StrictMode>,
);
