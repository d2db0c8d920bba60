import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { admin, item, openAdmin, order, serveOrders } from "@/app/admin/test/adminApp";
import type { Address } from "@/shared/api/types";
import { saveDraft } from "@/shared/session/formDraft";
import { address } from "@/shared/test/fixtures";
import { answer, refusal, server } from "@/shared/test/server";

const placed = { ...order(42, "Meera Joshi", [item(7, 42), item(8, 42, "packed")]), deliveryDate: "2026-11-26" };
const phoned = { ...order(41, "Arjun Nair", []), currentStatus: "phoned", totalQuantity: 1, totalAmount: 5000 };

beforeEach(() => {
  window.confirm = vi.fn(() => true);
});

function saves(refused?: string) {
  const sent: { id: string | null; body: Record<string, unknown> }[] = [];
  server.use(
    http.post("*/api/order/", async ({ request }) => {
      const id = new URL(request.url).searchParams.get("id");
      sent.push({ id, body: (await request.json()) as Record<string, unknown> });
      return refused ? refusal(404, refused) : answer({ ...JSON.parse(JSON.stringify(placed)) });
    }),
  );
  return sent;
}

function serveAddresses(...saved: Address[]) {
  server.use(
    http.get("*/api/address/", ({ request }) =>
      answer(new URL(request.url).searchParams.get("customerId") === "7" ? (saved as never) : []),
    ),
  );
}

test("of a placed order delivery date and status can be edited, and only what was changed is sent", async () => {
  serveOrders([placed]);
  const sent = saves();
  const { person } = openAdmin("/admin/order");
  await person.click(await screen.findByRole("button", { name: "Edit order 42" }));
  const form = await screen.findByRole("dialog", { name: "Edit Order 42" });
  expect(within(form).getByLabelText("Customer id")).toHaveAttribute("readonly");
  const status = within(form).getByLabelText("Status");
  await person.clear(status);
  await person.type(status, "Waiting for the courier");
  await person.click(within(form).getByRole("button", { name: "Save Order" }));
  expect(await screen.findByText("Order updated")).toBeInTheDocument();
  expect(sent).toEqual([
    { id: "42", body: { currentStatus: "Waiting for the courier", seen: { currentStatus: "ordered" } } },
  ]);
});

test("saving an order that was not changed sends nothing", async () => {
  serveOrders([placed]);
  const sent = saves();
  const { person } = openAdmin("/admin/order");
  await person.click(await screen.findByRole("button", { name: "Edit order 42" }));
  const form = await screen.findByRole("dialog", { name: "Edit Order 42" });
  await person.click(within(form).getByRole("button", { name: "Save Order" }));
  await waitFor(() => expect(form).not.toBeInTheDocument());
  expect(sent).toEqual([]);
});

test("an order of an earlier version whose amount has paise can be edited", async () => {
  serveOrders([{ ...phoned, totalAmount: 10.5, deliveryDate: "2026-12-01" }]);
  const sent = saves();
  const { person } = openAdmin("/admin/order");
  await person.click(await screen.findByRole("button", { name: "Edit order 41" }));
  const form = await screen.findByRole("dialog", { name: "Edit Order 41" });
  await person.clear(within(form).getByLabelText("Status"));
  await person.type(within(form).getByLabelText("Status"), "Held");
  await person.click(within(form).getByRole("button", { name: "Save Order" }));
  expect(await screen.findByText("Order updated")).toBeInTheDocument();
  expect(sent[0]?.body).toEqual({ currentStatus: "Held", seen: { currentStatus: "phoned" } });
});

test("what another admin saves meanwhile shows in the open form, and is not put back", async () => {
  serveOrders([placed]);
  const sent = saves();
  const { person, arrive } = openAdmin("/admin/order");
  await person.click(await screen.findByRole("button", { name: "Edit order 42" }));
  const form = await screen.findByRole("dialog", { name: "Edit Order 42" });
  const status = within(form).getByLabelText("Status");
  await person.clear(status);
  await person.type(status, "Waiting for the courier");
  const later = { ...placed, deliveryDate: "2026-12-24", currentStatus: "Held" };
  serveOrders([later]);
  arrive("order.changed", later);
  await waitFor(() => expect(within(form).getByLabelText("Delivery date")).toHaveValue("2026-12-24"));
  expect(status).toHaveValue("Waiting for the courier");
  expect(within(form).getByText("Now Held")).toBeInTheDocument();
  await person.click(within(form).getByRole("button", { name: "Save Order" }));
  await waitFor(() => expect(status).toHaveAccessibleDescription("Changed to Held meanwhile."));
  expect(sent).toEqual([]);
  await person.click(within(form).getByRole("button", { name: "Save Order" }));
  expect(await screen.findByText("Order updated")).toBeInTheDocument();
  expect(sent[0]?.body).toEqual({ currentStatus: "Waiting for the courier", seen: { currentStatus: "Held" } });
});

test("an order that came another way needs every field; a refusal stays with what was entered", async () => {
  serveOrders([]);
  const sent = saves("Customer not found");
  const { person } = openAdmin("/admin/order");
  await person.click(await screen.findByRole("button", { name: "Add Order" }));
  const form = await screen.findByRole("dialog", { name: "Add Order" });
  const save = within(form).getByRole("button", { name: "Save Order" });
  await person.type(within(form).getByLabelText("Customer id"), "seven");
  await person.click(save);
  expect(await within(form).findByText("Customer id must be a whole number")).toBeInTheDocument();
  for (const label of ["Quantity", "Amount", "Delivery date", "Status"])
    expect(within(form).getByText(`${label} is required`)).toBeInTheDocument();
  expect(sent).toEqual([]);
  for (const [label, text] of Object.entries({
    "Customer id": "7",
    Quantity: "1",
    Amount: "5000",
    Status: "Pending",
  })) {
    await person.clear(within(form).getByLabelText(label));
    await person.type(within(form).getByLabelText(label), text);
  }
  await person.type(within(form).getByLabelText("Delivery date"), "2026-12-01");
  await person.click(save);
  expect(await within(form).findByRole("alert")).toHaveTextContent("Customer not found");
  expect(within(form).getByLabelText("Status")).toHaveValue("Pending");
  expect(sent[0]).toMatchObject({ id: null, body: { customerId: 7, totalQuantity: 1, totalAmount: 5000 } });
});

function stockToPick() {
  const piece = {
    id: 5,
    code: "RG-5",
    name: "Temple Ring",
    weight: 10,
    goldRate: 11_852,
    metalValue: 118_520,
    makingCharge: 9000,
    wastageCharge: 2000,
    discount: 0,
    ornamentPrice: 129_520,
    status: "active",
    stockAvailability: "yes",
    categoryName: "Rings",
    productImageUrl: "",
    images: [],
  };
  const gone = { ...piece, id: 6, code: "RG-6", name: "Temple Band", stockAvailability: "no" };
  const asha = { id: 7, name: "Asha Verma", email: "asha@swarna.test", phone: "+91 98450 1", createdTimestamp: "" };
  const deleted = { ...asha, id: 8, name: "Deleted account", email: "", phone: "", isDeleted: true };
  serveAddresses();
  server.use(
    http.get("*/api/customer/", () => answer([deleted, asha])),
    http.get("*/api/product/", ({ request }) =>
      answer(new URL(request.url).searchParams.has("id") ? piece : [gone, piece]),
    ),
  );
}

test("an order that an earlier try without an answer placed at other prices is not placed twice", async () => {
  serveOrders([]);
  stockToPick();
  const keys: (string | null)[] = [];
  const sentence = "This request's key was already used for another order.";
  const used = { errors: { "Idempotency-Key": "Use a new key for a new order." } };
  server.use(
    http.post("*/api/order/", ({ request }) => {
      keys.push(request.headers.get("Idempotency-Key"));
      return keys.length === 1 ? HttpResponse.error() : refusal(400, sentence, used);
    }),
  );
  const { person } = openAdmin("/admin/order");
  await person.click(await screen.findByRole("button", { name: "Add Order" }));
  const form = await screen.findByRole("dialog", { name: "Add Order" });
  await person.type(within(form).getByRole("combobox", { name: "Customer" }), "asha");
  await within(form).findByRole("option", { name: /Asha Verma/ });
  await person.keyboard("{Enter}");
  await person.type(within(form).getByRole("combobox", { name: "Products" }), "temple");
  await person.click(await within(form).findByRole("option", { name: /Temple Ring/ }));
  await within(form).findByRole("region", { name: "Items" });
  await person.click(within(form).getByRole("button", { name: "Save Order" }));
  expect(await within(form).findByText(/did not answer/)).toBeInTheDocument();
  await person.click(within(form).getByRole("button", { name: "Save Order" }));
  expect(
    await within(form).findByText(
      "An earlier try has placed this order, with other prices or details. Look at the list of orders.",
    ),
  ).toBeInTheDocument();
  expect(form).not.toHaveTextContent(sentence);
  expect(keys[1]).toBe(keys[0]);
});

test("an order entered by hand finds its customer and products by search, and shows what they cost", async () => {
  serveOrders([]);
  stockToPick();
  const sent: { id: string | null; key: string | null; body: Record<string, unknown> }[] = [];
  server.use(
    http.post("*/api/order/", async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      const id = new URL(request.url).searchParams.get("id");
      sent.push({ id, key: request.headers.get("Idempotency-Key"), body });
      return answer({ ...JSON.parse(JSON.stringify(placed)) });
    }),
  );
  const { person } = openAdmin("/admin/order");
  await person.click(await screen.findByRole("button", { name: "Add Order" }));
  const form = await screen.findByRole("dialog", { name: "Add Order" });
  await person.type(within(form).getByRole("combobox", { name: "Customer" }), "asha");
  expect(await within(form).findByRole("option", { name: /Asha Verma asha@swarna.test, \+91 98450 1/ })).toBeVisible();
  await person.keyboard("{Enter}");
  expect(within(form).getByLabelText("Customer id")).toHaveValue("7");
  const products = within(form).getByRole("combobox", { name: "Products" });
  await person.type(products, "temple");
  const refused = await within(form).findByRole("option", { name: /Temple Band RG-6, Rings, out of stock/ });
  expect(refused).toHaveAttribute("aria-disabled", "true");
  // Escape closes the list, not the form.
  await person.keyboard("{Escape}");
  expect(within(form).queryByRole("option")).not.toBeInTheDocument();
  await person.type(products, " ");
  await within(form).findByRole("option", { name: /Temple Ring/ });
  await person.keyboard("{ArrowDown}{Enter}");
  const items = await within(form).findByRole("region", { name: "Items" });
  await person.click(within(items).getByRole("button", { name: "One more" }));
  expect(within(items).getByText("Total").nextSibling).toHaveTextContent("₹2,59,040.00");
  expect(within(items).getByRole("row", { name: "Making charge ₹9,000.00", hidden: true })).toBeInTheDocument();
  expect(within(form).getByLabelText("Quantity")).toHaveValue("2");
  expect(within(form).getByLabelText("Amount")).toHaveAttribute("readonly");
  await person.type(within(form).getByLabelText("Delivery date"), "2026-12-01");
  await person.click(within(form).getByRole("button", { name: "Save Order" }));
  expect(await screen.findByText("Order added")).toBeInTheDocument();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toMatchObject({ id: null, body: { customerId: 7, totalQuantity: 2, totalAmount: 259_040 } });
  expect(sent[0]?.body.items).toMatchObject([{ productId: 5, productQuantity: 2, totalAmount: 259_040 }]);
  expect(sent[0]?.key).toBeTruthy();
  expect(sent[1]).toMatchObject({ id: "42", body: { deliveryDate: "2026-12-01" } });
});

/** Opens the form with one piece in it, for Asha. */
async function phoneOrder() {
  const { person } = openAdmin("/admin/order");
  await person.click(await screen.findByRole("button", { name: "Add Order" }));
  const form = within(await screen.findByRole("dialog", { name: "Add Order" }));
  await person.type(form.getByRole("combobox", { name: "Customer" }), "asha");
  await person.click(await form.findByRole("option", { name: /Asha Verma/ }));
  await person.type(form.getByRole("combobox", { name: "Products" }), "temple");
  await person.click(await form.findByRole("option", { name: /Temple Ring/ }));
  await form.findByRole("region", { name: "Items" });
  return { person, form, save: () => person.click(form.getByRole("button", { name: "Save Order" })) };
}

test("an order by phone goes to the chosen address and is paid as the customer wants", async () => {
  serveOrders([]);
  stockToPick();
  const home = address({ id: 3, name: "Asha Verma", address: "14 Second Main Road", city: "Chennai", isDefault: true });
  serveAddresses(home, address({ id: 9, name: "Office", address: "99 Office Road", city: "Kochi" }));
  const methods = [
    { method: "cod", label: "Pay on delivery", limit: 50_000 },
    { method: "upi", label: "UPI", limit: null },
  ];
  server.use(http.get("*/api/shop/", () => answer({ methods, panAbove: null } as never)));
  const sent = saves();
  const { person, form, save } = await phoneOrder();
  const where = await form.findByRole("combobox", { name: "Deliver to" });
  await waitFor(() => expect(where).toHaveValue("3"));
  expect(where).toHaveDisplayValue(/14 Second Main Road, Chennai.*the default/);
  await person.selectOptions(where, "9");
  expect(where).toHaveAccessibleDescription("Office, 99 Office Road, Kochi 600001, Tamil Nadu");
  await person.selectOptions(form.getByRole("combobox", { name: "Payment" }), "UPI");
  expect(form.getByRole("option", { name: "Pay on delivery, up to ₹50,000.00" })).toBeInTheDocument();
  await save();
  expect(await screen.findByText("Order added")).toBeInTheDocument();
  expect(sent[0]?.body).toMatchObject({ addressId: 9, paymentMethod: "upi" });
});

test("an order by phone that a draft restored goes on to the address chosen before", async () => {
  serveOrders([]);
  stockToPick();
  serveAddresses(address({ id: 3, isDefault: true }), address({ id: 9, name: "Office" }));
  const place = { role: "admin", path: "/admin/order", personId: admin.id } as const;
  saveDraft(place, { values: { customerId: "7", addressId: "9" }, subject: null, isPartial: true });
  const { person } = openAdmin("/admin/order");
  const form = within(await screen.findByRole("dialog", { name: "Add Order" }));
  await person.type(form.getByRole("combobox", { name: "Products" }), "temple");
  await person.click(await form.findByRole("option", { name: /Temple Ring/ }));
  const where = await form.findByRole("combobox", { name: "Deliver to" });
  await form.findByRole("option", { name: /^Office/ });
  expect(where).toHaveValue("9");
});

test("an order by phone says that its customer has no address, and leaves the payment to the shop", async () => {
  serveOrders([]);
  stockToPick();
  const sent = saves();
  const { person, form, save } = await phoneOrder();
  const where = await form.findByRole("combobox", { name: "Deliver to" });
  await waitFor(() => expect(where).toHaveAccessibleDescription(/^No address is saved for this customer id/));
  // Another customer's addresses are not kept.
  serveAddresses(address({ id: 3 }));
  await person.clear(form.getByLabelText("Customer id"));
  expect(form.queryByRole("combobox", { name: "Deliver to" })).not.toBeInTheDocument();
  await person.type(form.getByLabelText("Customer id"), "8");
  expect(await form.findByRole("combobox", { name: "Deliver to" })).toHaveValue("");
  await save();
  expect(await screen.findByText("Order added")).toBeInTheDocument();
  expect(sent[0]?.body).not.toHaveProperty("addressId");
  expect(sent[0]?.body).not.toHaveProperty("paymentMethod");
});

test("an order by phone above the limit of the law asks for the PAN where a way to pay is chosen", async () => {
  serveOrders([]);
  stockToPick();
  const methods = [{ method: "upi", label: "UPI", limit: null }];
  server.use(http.get("*/api/shop/", () => answer({ methods, panAbove: 100_000 } as never)));
  const sent = saves();
  const { person, form, save } = await phoneOrder();
  await person.selectOptions(form.getByRole("combobox", { name: "Payment" }), "UPI");
  await save();
  expect(await form.findByText("Please enter your PAN.")).toBeInTheDocument();
  const pan = form.getByLabelText("PAN");
  expect(pan).toHaveFocus();
  await person.type(pan, "abcde1234f");
  await save();
  expect(await screen.findByText("Order added")).toBeInTheDocument();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toMatchObject({ paymentMethod: "upi", pan: "ABCDE1234F" });
});

test("the PAN that was entered for a customer is not kept for another one", async () => {
  serveOrders([]);
  stockToPick();
  server.use(http.get("*/api/shop/", () => answer({ methods: [], panAbove: 100_000 } as never)));
  const { person, form } = await phoneOrder();
  const pan = await form.findByLabelText("PAN");
  const customer = form.getByRole("combobox", { name: "Customer" });
  await person.type(pan, "ABCDE1234F");
  await person.type(customer, "{Backspace}");
  expect(pan).toHaveValue("");
  await person.type(pan, "ABCDE1234F");
  await person.type(form.getByLabelText("Customer id"), "8");
  expect(pan).toHaveValue("");
});

test("deleted accounts are not offered for an order", async () => {
  serveOrders([]);
  stockToPick();
  const { person } = openAdmin("/admin/order");
  await person.click(await screen.findByRole("button", { name: "Add Order" }));
  const form = within(await screen.findByRole("dialog", { name: "Add Order" }));
  await person.type(form.getByRole("combobox", { name: "Customer" }), "a");
  await form.findByRole("option", { name: /Asha Verma/ });
  expect(form.getAllByRole("option")).toHaveLength(1);
});

test("a name that is typed after a customer was picked takes the id away, and a typed id the name", async () => {
  serveOrders([]);
  stockToPick();
  const sent = saves();
  const { person } = openAdmin("/admin/order");
  await person.click(await screen.findByRole("button", { name: "Add Order" }));
  const form = await screen.findByRole("dialog", { name: "Add Order" });
  const customer = within(form).getByRole("combobox", { name: "Customer" });
  const id = within(form).getByLabelText("Customer id");
  await person.type(customer, "asha");
  await within(form).findByRole("option", { name: /Asha Verma/ });
  await person.keyboard("{Enter}");
  expect(id).toHaveValue("7");
  await person.clear(customer);
  await person.type(customer, "ravi");
  expect(id).toHaveValue("");
  await person.type(within(form).getByRole("combobox", { name: "Products" }), "temple");
  await person.click(await within(form).findByRole("option", { name: /Temple Ring/ }));
  await within(form).findByRole("region", { name: "Items" });
  await person.click(within(form).getByRole("button", { name: "Save Order" }));
  expect(await within(form).findByText("Customer id is required")).toBeInTheDocument();
  expect(sent).toEqual([]);
  await person.type(id, "8");
  expect(customer).toHaveValue("");
  expect(within(form).queryByText("Customer id is required")).not.toBeInTheDocument();
  await person.click(within(form).getByRole("button", { name: "Save Order" }));
  expect(await screen.findByText("Order added")).toBeInTheDocument();
  expect(sent[0]?.body).toMatchObject({ customerId: 8 });
});

test("an order by hand whose delivery date is not saved is not placed again", async () => {
  serveOrders([]);
  stockToPick();
  const sent: { id: string | null; body: Record<string, unknown> }[] = [];
  server.use(
    http.post("*/api/order/", async ({ request }) => {
      const id = new URL(request.url).searchParams.get("id");
      sent.push({ id, body: (await request.json()) as Record<string, unknown> });
      return sent.length === 2 ? refusal(503, "Not now.") : answer({ ...JSON.parse(JSON.stringify(placed)) });
    }),
  );
  const { person } = openAdmin("/admin/order");
  await person.click(await screen.findByRole("button", { name: "Add Order" }));
  const form = await screen.findByRole("dialog", { name: "Add Order" });
  await person.type(within(form).getByLabelText("Customer id"), "7");
  await person.type(within(form).getByRole("combobox", { name: "Products" }), "temple");
  await within(form).findByRole("option", { name: /Temple Ring/ });
  await person.keyboard("{ArrowDown}{Enter}");
  await within(form).findByRole("region", { name: "Items" });
  await person.type(within(form).getByLabelText("Delivery date"), "2026-12-01");
  await person.click(within(form).getByRole("button", { name: "Save Order" }));
  expect(await within(form).findByRole("alert")).toHaveTextContent(
    "Order 42 is placed; its delivery date is not saved. The shop could not do this just now. Please try again.",
  );
  expect(screen.queryByText("Failed to save order")).not.toBeInTheDocument();
  expect(screen.getByRole("dialog", { name: "Edit Order 42" })).toBe(form);
  expect(within(form).queryByRole("combobox", { name: "Products" })).not.toBeInTheDocument();
  expect(within(form).queryByRole("region", { name: "Items" })).not.toBeInTheDocument();
  expect(within(form).getByLabelText("Customer id")).toHaveAttribute("readonly");
  await person.type(within(form).getByLabelText("Status"), ", urgent");
  await person.click(within(form).getByRole("button", { name: "Save Order" }));
  expect(await screen.findByText("Order updated")).toBeInTheDocument();
  expect(sent.map(({ id }) => id)).toEqual([null, "42", "42"]);
  expect(sent[2]?.body).toMatchObject({ deliveryDate: "2026-12-01", currentStatus: "ordered, urgent" });
});
