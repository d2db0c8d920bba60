import { act, render, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { Provider } from "react-redux";
import { BrowserRouter, Route, Routes, useLocation } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { RequireShopper } from "@/app/storefront/RequireShopper";
import { pendingActionOf } from "@/shared/session/pendingAction";
import { sessionEnded, shopperSignedIn } from "@/shared/session/sessionSlice";
import { asha } from "@/shared/test/fixtures";
import { server } from "@/shared/test/server";
import { Layout } from "./Layout";

beforeEach(() =>
  server.use(
    http.get("*/api/cart/", () => HttpResponse.json([])),
    http.get("*/api/wishlist/", () => HttpResponse.json([])),
  ),
);

function SignIn() {
  const { pathname, search, state } = useLocation();
  return (
    <output>
      {pathname + search} {state?.pendingAction?.kind}
    </output>
  );
}
const Orders = () => <p>My Orders</p>;
const Product = () => <p>A ring</p>;

/** Uses the real history of the browser, because the test checks its length. */
function show(path: string) {
  window.history.replaceState(null, "", path);
  const store = makeStore("customer");
  store.dispatch(shopperSignedIn(asha));
  render(
    <Provider store={store}>
      <BrowserRouter>
        <Routes>
          <Route element={<Layout header={null} footer={null} />}>
            <Route path="my-orders" element={<RequireShopper page={Orders} />} />
            <Route path="5" element={<Product />} />
          </Route>
          <Route path="login" element={<SignIn />} />
        </Routes>
      </BrowserRouter>
    </Provider>,
  );
  return store;
}
const refused = () =>
  sessionEnded({ role: "customer", signInNeeded: true, pendingAction: pendingActionOf("cart", 5, asha.id) });

it("leads from a guarded page to the sign-in once, with the way back and the action", async () => {
  const store = show("/my-orders#order-41");
  await screen.findByText("My Orders");
  const before = window.history.length;
  act(() => void store.dispatch(refused()));
  expect(await screen.findByRole("status")).toHaveTextContent("/login?next=%2Fmy-orders%23order-41 cart");
  expect(window.history.length - before).toBe(0);
});

it("leads from another page to the sign-in and keeps the page in the history", async () => {
  const store = show("/5");
  await screen.findByText("A ring");
  const before = window.history.length;
  act(() => void store.dispatch(refused()));
  expect(await screen.findByRole("status")).toHaveTextContent("/login?next=%2F5 cart");
  expect(window.history.length - before).toBe(1);
});
