import { act, screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { afterEach, beforeEach, expect, test } from "vitest";
import { item, openAdmin, order, admin as owner, serveOrders } from "@/app/admin/test/adminApp";
import { persistSession } from "@/shared/session/persistence";
import { sessionEnded } from "@/shared/session/sessionSlice";
import { product } from "@/shared/test/fixtures";
import { answer, refusal, server } from "@/shared/test/server";

const vendor = {
  ...{ id: 3, name: "Kanchi Gold Works", address1: "4 Raja Street", address2: "Kanchipuram", address3: "" },
  ...{ address4: "631501", contactNumbers: "+91 44 2722 0000", status: "active", createdBy: "admin" },
};
const again = "What you had typed is here again.";

beforeEach(() => {
  serveOrders([]);
  server.use(http.get("*/api/vendor/", () => answer([vendor])));
});

const nameOf = (form: HTMLElement) => within(form).getByLabelText("Name");

let stop = () => {};
afterEach(() => stop());

async function edit() {
  const portal = openAdmin("/admin/vendor");
  await portal.person.click(await screen.findByRole("button", { name: /^Edit / }));
  const form = await screen.findByRole("dialog", { name: "Edit Vendor" });
  await portal.person.type(nameOf(form), " and Sons");
  return portal;
}

async function editAndLoseTheSession() {
  const portal = await edit();
  act(() => void portal.store.dispatch(sessionEnded({ role: "admin" })));
  return portal;
}

async function signIn(person: ReturnType<typeof openAdmin>["person"], id: number) {
  const admin = { ...owner, id };
  server.use(
    http.post("*/api/admin/login/", () => answer(admin)),
    http.get("*/api/admin/me/", () => answer(admin)),
  );
  await person.type(await screen.findByLabelText(/User id/), "karthik@swarna.test");
  await person.type(screen.getByLabelText("Password"), "Secret@2026");
  await person.click(screen.getByRole("button", { name: "Sign in" }));
}

test("after signing in again the form is restored, and only changed fields are sent", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/vendor/", async ({ request }) => {
      sent.push(await request.json());
      return sent.length === 1 ? refusal(401, "Please sign in.") : answer(vendor);
    }),
  );
  const { person } = await editAndLoseTheSession();
  await signIn(person, 1);
  const form = await screen.findByRole("dialog", { name: "Edit Vendor" });
  expect(nameOf(form)).toHaveValue("Kanchi Gold Works and Sons");
  expect(within(form).getByText(again)).toBeInTheDocument();
  expect(within(form).getByLabelText("Status")).toHaveValue("active");
  // The server's response ends it a second time.
  await person.click(within(form).getByRole("button", { name: "Save Vendor" }));
  await signIn(person, 1);
  await person.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Save Vendor" }));
  expect(await screen.findByText("Vendor updated")).toBeInTheDocument();
  expect(sent).toEqual(
    Array(2).fill({
      id: 3,
      name: "Kanchi Gold Works and Sons",
      createdBy: "admin",
      seen: { name: "Kanchi Gold Works" },
    }),
  );
  expect(window.sessionStorage).toHaveLength(0);
});

/** Another tab signs the admin in or learns that the session is over. */
function changeElsewhere(isSignedIn: boolean) {
  if (isSignedIn) window.localStorage.setItem("isLoggedIn", "true");
  else window.localStorage.removeItem("isLoggedIn");
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "isLoggedIn" })));
}

test("the form is restored each time that another tab learns first of the session's end", async () => {
  const { store, person } = await edit();
  stop = persistSession(store);
  changeElsewhere(false);
  expect(await screen.findByRole("heading", { name: "Admin portal" })).toBeInTheDocument();
  changeElsewhere(true);
  const form = await screen.findByRole("dialog", { name: "Edit Vendor" });
  await waitFor(() => expect(nameOf(form)).toHaveValue("Kanchi Gold Works and Sons"));
  await person.type(nameOf(form), " Ltd");
  act(() => void store.dispatch(sessionEnded({ role: "admin" })));
  changeElsewhere(true);
  const again = await screen.findByRole("dialog", { name: "Edit Vendor" });
  await waitFor(() => expect(nameOf(again)).toHaveValue("Kanchi Gold Works and Sons Ltd"));
});

test("a colleague who signs in in another tab gets neither the draft nor the account of the first", async () => {
  const { store } = await edit();
  stop = persistSession(store);
  changeElsewhere(false);
  expect(await screen.findByRole("heading", { name: "Admin portal" })).toBeInTheDocument();
  server.use(http.get("*/api/admin/me/", () => answer({ ...owner, id: 2, name: "Priya Menon" })));
  changeElsewhere(true);
  expect(await screen.findByText("Priya Menon")).toBeInTheDocument();
  expect(screen.queryByText(owner.name)).not.toBeInTheDocument();
  await waitFor(() => expect(window.sessionStorage).toHaveLength(0));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

test("a restored form asks before it closes, and is restored only once", async () => {
  const { person } = await editAndLoseTheSession();
  await signIn(person, 1);
  const form = await screen.findByRole("dialog", { name: "Edit Vendor" });
  await waitFor(() => expect(nameOf(form)).toHaveValue("Kanchi Gold Works and Sons"));
  await person.click(within(form).getByRole("button", { name: "Cancel" }));
  await person.click(await screen.findByRole("button", { name: "Discard" }));
  await person.click(await screen.findByRole("button", { name: /^Edit / }));
  const opened = await screen.findByRole("dialog", { name: "Edit Vendor" });
  expect(nameOf(opened)).toHaveValue("Kanchi Gold Works");
  expect(within(opened).queryByText(again)).not.toBeInTheDocument();
});

test("another admin does not get the draft", async () => {
  const { person } = await editAndLoseTheSession();
  await signIn(person, 2);
  await screen.findByRole("button", { name: /^Edit / });
  await waitFor(() => expect(window.sessionStorage).toHaveLength(0));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

test("a bulk form is restored with its products", async () => {
  server.use(
    http.get("*/api/product/", () => answer([{ ...product(), images: [] }])),
    http.get("*/api/category/", () => answer([])),
    http.post("*/api/product/", () => refusal(401, "Please sign in.")),
  );
  const { person } = openAdmin("/admin/product");
  await person.click(await screen.findByRole("checkbox", { name: "Select Paithani Bridal Nath, RG-105" }));
  await person.click(screen.getByRole("button", { name: "Change them" }));
  const form = await screen.findByRole("dialog", { name: "Change 1 product" });
  await person.type(within(form).getByLabelText("Making charge, change by"), "7");
  await signIn(person, 1);
  const filled = await screen.findByRole("dialog");
  expect(filled).toHaveAccessibleName("Change 1 product");
  expect(within(filled).getByLabelText("Making charge, change by")).toHaveValue("7");
  expect(within(filled).getByText(again)).toBeInTheDocument();
});

test("a gold rate form is restored when the session ended at its preview", async () => {
  server.use(
    http.get("*/api/goldrate/", () => answer([{ id: 1, r22kRate: 11_852, r24kRate: 12_930, date: "2026-11-20" }])),
    http.post("*/api/goldrate/", () => refusal(401, "Please sign in.")),
  );
  const { person } = openAdmin("/admin/gold-rate");
  await person.click(await screen.findByRole("button", { name: "Add Gold Rate" }));
  const form = await screen.findByRole("dialog", { name: "Add Gold Rate" });
  await person.type(within(form).getByLabelText("22k rate"), "11900");
  await person.type(within(form).getByLabelText("24k rate"), "12990");
  await person.click(within(form).getByRole("button", { name: "See what changes" }));
  await signIn(person, 1);
  const filled = await screen.findByRole("dialog", { name: "Add Gold Rate" });
  expect(within(filled).getByLabelText("22k rate")).toHaveValue("11900");
  expect(within(filled).getByLabelText("24k rate")).toHaveValue("12990");
  expect(within(filled).getByText(again)).toBeInTheDocument();
});

test("what others saved meanwhile is neither hidden nor reverted by a restored form", async () => {
  const placed = { ...order(42, "Meera Joshi", [item(7, 42)]), deliveryDate: "2026-11-26" };
  serveOrders([placed]);
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/order/", async ({ request }) => {
      sent.push(await request.json());
      return answer(JSON.parse(JSON.stringify(placed)));
    }),
  );
  const { store, person } = openAdmin("/admin/order-items?orderId=42");
  await person.click(await screen.findByRole("button", { name: "Edit Order" }));
  const opened = await screen.findByRole("dialog", { name: "Edit Order 42" });
  await person.clear(within(opened).getByLabelText("Delivery date"));
  await person.type(within(opened).getByLabelText("Delivery date"), "2026-12-24");
  act(() => void store.dispatch(sessionEnded({ role: "admin" })));
  serveOrders([{ ...placed, currentStatus: "packed" }]);
  await signIn(person, 1);
  const form = await screen.findByRole("dialog", { name: "Edit Order 42" });
  await waitFor(() => expect(within(form).getByLabelText("Delivery date")).toHaveValue("2026-12-24"));
  expect(within(form).getByLabelText("Status")).toHaveValue("packed");
  await person.click(within(form).getByRole("button", { name: "Save Order" }));
  expect(await screen.findByText("Order updated")).toBeInTheDocument();
  expect(sent).toEqual([{ deliveryDate: "2026-12-24", seen: { deliveryDate: "2026-11-26" } }]);
});

test("a restored form follows its row as soon as the list is loaded, and only changed fields are sent", async () => {
  const ring = { id: 1, code: "RG", name: "Rings", imageUrl: "/media/rings.webp" };
  const sent: FormData[] = [];
  server.use(
    http.get("*/api/category/", () => answer([ring])),
    http.post("*/api/category/", async ({ request }) => {
      sent.push(await request.formData());
      return answer(ring);
    }),
  );
  const { store, person } = openAdmin("/admin/category");
  await person.click(await screen.findByRole("button", { name: /^Edit / }));
  await person.type(within(await screen.findByRole("dialog")).getByLabelText("Code"), "2");
  act(() => void store.dispatch(sessionEnded({ role: "admin" })));
  server.use(http.get("*/api/category/", () => answer([{ ...ring, name: "Finger rings" }])));
  await signIn(person, 1);
  const form = await screen.findByRole("dialog");
  await waitFor(() => expect(nameOf(form)).toHaveValue("Finger rings"));
  expect(within(form).getByLabelText("Code")).toHaveValue("RG2");
  await person.click(within(form).getByRole("button", { name: "Save Category" }));
  expect(await screen.findByText("Category updated successfully")).toBeInTheDocument();
  expect(Object.fromEntries(sent[0] ?? [])).toEqual({ id: "1", code: "RG2", seen: '{"code":"RG"}' });
});
