import { screen } from "@testing-library/react";
import { http } from "msw";
import { Route, Routes, useLocation } from "react-router";
import { expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { sessionEnded, shopperSignedIn } from "@/shared/session/sessionSlice";
import { useSignOut } from "@/shared/session/useSignOut";
import { asha } from "@/shared/test/fixtures";
import { renderWith } from "@/shared/test/render";
import { answer, server } from "@/shared/test/server";
import { RequireShopper } from "./RequireShopper";
import { resetOnSignOut } from "./resetOnSignOut";

function Orders() {
  const { leave } = useSignOut();
  return (
    <button type="button" onClick={leave}>
      Sign out
    </button>
  );
}
const Address = () => <p>{useLocation().pathname + useLocation().search}</p>;

function show(path = "/my-orders?status=packed") {
  const store = makeStore("customer");
  store.dispatch(shopperSignedIn(asha));
  resetOnSignOut(store);
  const page = (
    <Routes>
      <Route path="my-orders" element={<RequireShopper page={Orders} />} />
      <Route path="login" element={<Address />} />
    </Routes>
  );
  return { store, ...renderWith(store, page, path) };
}

it("a session that ended leads to the sign-in and back", async () => {
  const { store } = show();
  await screen.findByRole("button", { name: "Sign out" });
  store.dispatch(sessionEnded({ role: "customer" }));
  expect(await screen.findByText("/login?next=%2Fmy-orders%3Fstatus%3Dpacked")).toBeInTheDocument();
});

it("the way back is to the part of the page that a link in a mail named", async () => {
  const { store } = show("/my-orders#order-41");
  await screen.findByRole("button", { name: "Sign out" });
  store.dispatch(sessionEnded({ role: "customer" }));
  expect(await screen.findByText("/login?next=%2Fmy-orders%23order-41")).toBeInTheDocument();
});

it.each(["before", "after"])("who signs out is not led back, when the socket says so %s the answer", async (moment) => {
  const { store, person } = show();
  server.use(
    http.post("*/api/customer/logout/", () => {
      if (moment === "before") store.dispatch(sessionEnded({ role: "customer" }));
      return answer(null);
    }),
  );
  await person.click(screen.getByRole("button", { name: "Sign out" }));
  expect(await screen.findByText("/login")).toBeInTheDocument();
});
