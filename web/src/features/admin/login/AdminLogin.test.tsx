import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { admin, board, item, openAdmin, order, serveOrders } from "@/app/admin/test/adminApp";
import { answer, refusal, server } from "@/shared/test/server";

async function signIn(person: ReturnType<typeof openAdmin>["person"]) {
  await person.type(await screen.findByLabelText(/User id/), "karthik@swarna.test");
  await person.type(screen.getByLabelText("Password"), "Secret@2026");
  await person.click(screen.getByRole("button", { name: "Sign in" }));
}

test("who is not signed in is asked to, and comes back to where they were", async () => {
  serveOrders([order(1058, "Meera Joshi", [item(1, 1058)])]);
  server.use(http.post("*/api/admin/login/", () => answer(admin)));
  const { person } = openAdmin(`${board}?search=meera`, { signedIn: false });
  await signIn(person);
  expect(await screen.findByRole("heading", { name: "Order Management" })).toBeInTheDocument();
  expect(screen.getByRole("searchbox", { name: "Search orders" })).toHaveValue("meera");
  expect(await screen.findByText("Karthik Rao")).toBeInTheDocument();
});

test("an ended session clears the flag", async () => {
  serveOrders([]);
  server.use(
    http.get("*/api/admin/me/", () => refusal(401, "Please sign in")),
    http.get("*/api/order/", () => refusal(401, "Please sign in")),
  );
  const { store } = openAdmin(board);
  expect(await screen.findByRole("heading", { name: "Admin portal" })).toBeInTheDocument();
  expect(store.getState().session.isAdmin).toBe(false);
});

test("both fields are required", async () => {
  const { person } = openAdmin("/admin/login", { signedIn: false });
  await person.click(await screen.findByRole("button", { name: "Sign in" }));
  expect(screen.getByLabelText(/User id/)).toHaveAccessibleDescription("User id is required");
  expect(screen.getByLabelText("Password")).toHaveAccessibleDescription("Password is required");
  expect(screen.getByLabelText(/User id/)).toHaveFocus();
});

test.each([
  ["the server's message", () => refusal(401, "Wrong user id or password"), "Wrong user id or password"],
  ["'Login failed' without one", () => refusal(401, ""), "Login failed"],
  ["'Network or server error' without an answer", () => HttpResponse.error(), "Network or server error"],
])("a refused sign-in shows %s", async (_name, answered, text) => {
  server.use(http.post("*/api/admin/login/", answered));
  const { person } = openAdmin("/admin/login", { signedIn: false });
  await signIn(person);
  expect(await screen.findByRole("alert")).toHaveTextContent(text);
});

test("signing out goes to the sign-in", async () => {
  serveOrders([]);
  server.use(http.post("*/api/admin/logout/", () => answer(null)));
  const { person, store } = openAdmin(board);
  await person.click(await screen.findByRole("button", { name: "Logout" }));
  expect(await screen.findByRole("heading", { name: "Admin portal" })).toBeInTheDocument();
  expect(store.getState().session.isAdmin).toBe(false);
});
