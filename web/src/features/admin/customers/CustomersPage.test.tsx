import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { openAdmin, serveOrders } from "@/app/admin/test/adminApp";
import { cartLine, product } from "@/shared/test/fixtures";
import { answer, refusal, server } from "@/shared/test/server";

const asha = {
  id: 7,
  name: "Asha Verma",
  email: "asha@swarna.example",
  phone: "+91 98410 55026",
  createdTimestamp: "2026-11-01T10:00:00.000Z",
  emailConfirmed: true,
  pendingEmail: null as string | null,
};

const asked: URLSearchParams[] = [];

beforeEach(() => {
  serveOrders([]);
  window.confirm = vi.fn(() => true);
  asked.length = 0;
  server.use(
    http.get("*/api/customer/", ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      const second = { ...asha, id: 6, name: "Ravi Iyer" };
      return query.get("cursor") ? answer([second]) : answer([asha], { nextCursor: "NyA=" });
    }),
  );
});

test("customers come page by page, searched and sorted by the server", async () => {
  const { person } = openAdmin("/admin/customer");
  await screen.findByRole("row", { name: /Asha Verma asha@ ?swarna.example \+91 98410 55026 1 Nov 2026/ });
  expect(asked.at(-1)?.get("sort")).toBe("newest");
  await person.click(screen.getByRole("button", { name: "Load more" }));
  expect(await screen.findByText("Ravi Iyer")).toBeInTheDocument();
  expect(asked.at(-1)?.get("cursor")).toBe("NyA=");
  await person.click(screen.getByRole("button", { name: "Name" }));
  await waitFor(() => expect(asked.at(-1)?.get("sort")).toBe("name"));
});

test.each([
  [{ emailConfirmed: false }, "not confirmed"],
  [{ pendingEmail: "new@swarna.example" }, "wants new@swarna.example"],
])("an address that its mailbox did not confirm is marked", async (state, words) => {
  server.use(http.get("*/api/customer/", () => answer([{ ...asha, ...state }])));
  openAdmin("/admin/customer");
  expect(await screen.findByText(words)).toBeInTheDocument();
});

test("a cart is shown with its total, and can only be looked at", async () => {
  const two = cartLine({
    cartId: 12,
    quantity: 2,
    product: product({ id: 6, name: "Gundla Mala", ornamentPrice: 1000 }),
  });
  server.use(http.get("*/api/cart/", () => HttpResponse.json(JSON.parse(JSON.stringify([cartLine(), two])))));
  const { person } = openAdmin("/admin/customer");
  await person.click(await screen.findByRole("button", { name: "View Cart of Asha Verma" }));
  const cart = await screen.findByRole("dialog", { name: "Cart of Asha Verma" });
  expect(await within(cart).findByRole("row", { name: /Gundla Mala.* 2 ₹1,000.00 ₹2,000.00/ })).toBeInTheDocument();
  expect(within(cart).getByRole("row", { name: "Total, 3 pieces ₹94,533.00" })).toBeInTheDocument();
  expect(within(cart).getAllByRole("button")).toHaveLength(1);
});

test("a cart that cannot be loaded says so where it belongs", async () => {
  server.use(http.get("*/api/cart/", () => refusal(503, "")));
  const { person } = openAdmin("/admin/customer");
  await person.click(await screen.findByRole("button", { name: "View Cart of Asha Verma" }));
  expect(await screen.findByRole("heading", { name: "Failed to load cart data" })).toBeInTheDocument();
});

test("an edit keeps the password when it is left empty; a taken email stands at its field", async () => {
  const sent: Record<string, unknown>[] = [];
  const taken = "There is already a customer with this email.";
  server.use(
    http.post("*/api/customer/", async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push(body);
      return body.email === "ravi@swarna.example"
        ? refusal(409, taken, { errors: { email: taken } })
        : answer({ ...asha });
    }),
  );
  const { person } = openAdmin("/admin/customer");
  await person.click(await screen.findByRole("button", { name: "Edit Asha Verma" }));
  const form = await screen.findByRole("dialog", { name: "Edit Customer" });
  const email = within(form).getByLabelText("Email");
  await person.clear(email);
  await person.click(within(form).getByRole("button", { name: "Save Customer" }));
  expect(await within(form).findByText("Email is required")).toBeInTheDocument();
  await person.type(email, "ravi@swarna.example");
  await person.click(within(form).getByRole("button", { name: "Save Customer" }));
  await waitFor(() => expect(email).toHaveAccessibleDescription(taken));
  expect(screen.getByText("Failed to save customer")).toBeInTheDocument();
  await person.clear(email);
  await person.type(email, "asha@verma.example");
  await person.click(within(form).getByRole("button", { name: "Save Customer" }));
  expect(await screen.findByText("Customer updated")).toBeInTheDocument();
  expect(sent.at(-1)).toEqual({ id: 7, email: "asha@verma.example", seen: { email: asha.email } });
});

test("a customer is added with a password, and shows in the list", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/customer/", async ({ request }) => {
      sent.push(await request.json());
      const zoya = { ...asha, id: 8, name: "Zoya Khan", email: "zoya@swarna.example" };
      server.use(http.get("*/api/customer/", () => answer([zoya, asha])));
      return answer(zoya);
    }),
  );
  const { person } = openAdmin("/admin/customer");
  await person.click(await screen.findByRole("button", { name: "Add Customer" }));
  const form = await screen.findByRole("dialog", { name: "Add Customer" });
  const typed = { Name: "Zoya Khan", Email: "zoya@swarna.example", "Mobile number": "+91 98410 55099" };
  for (const [label, text] of Object.entries(typed)) await person.type(within(form).getByLabelText(label), text);
  await person.type(within(form).getByLabelText("Password"), "Shopper@2026");
  await person.click(within(form).getByRole("button", { name: "Save Customer" }));
  expect(await screen.findByText("Customer added")).toBeInTheDocument();
  const [name, email, phone] = Object.values(typed);
  expect(sent).toEqual([expect.objectContaining({ name, email, phone, password: "Shopper@2026" })]);
  expect(await screen.findByRole("row", { name: /Zoya Khan/ })).toBeInTheDocument();
});

test("a new password asks for one's own after an old sign-in, and the form keeps what was typed", async () => {
  const sent: Record<string, unknown>[] = [];
  const sentence = "Please enter your password or a code again.";
  let isFresh = false;
  server.use(
    http.post("*/api/customer/", async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return isFresh ? answer({ ...asha }) : refusal(403, sentence, { errors: { stepUp: sentence } });
    }),
    http.post("*/api/admin/verify/", () => {
      isFresh = true;
      return answer(null);
    }),
  );
  const { person } = openAdmin("/admin/customer");
  await person.click(await screen.findByRole("button", { name: "Edit Asha Verma" }));
  const form = await screen.findByRole("dialog", { name: "Edit Customer" });
  await person.type(within(form).getByLabelText(/^Password/), "Another@2026");
  await person.click(within(form).getByRole("button", { name: "Save Customer" }));
  const asked = await screen.findByRole("dialog", { name: "Is it still you?" });
  await person.click(within(asked).getByText("Close"));
  await waitFor(() => expect(within(form).getByRole("button", { name: "Save Customer" })).toBeEnabled());
  expect(within(form).getByLabelText(/^Password/)).toHaveValue("Another@2026");
  await person.click(within(form).getByRole("button", { name: "Save Customer" }));
  const again = await screen.findByRole("dialog", { name: "Is it still you?" });
  await person.type(within(again).getByLabelText("Your password"), "Own@2026");
  await person.click(within(again).getByRole("button", { name: "Go on" }));
  expect(await screen.findByText("Customer updated")).toBeInTheDocument();
  expect(sent.at(-1)).toEqual({ id: 7, password: "Another@2026" });
});

test("a customer is deleted after one's own password, if the sign-in is old", async () => {
  const sentence = "Please enter your password or a code again.";
  let isFresh = false;
  server.use(
    http.delete("*/api/customer/", () =>
      isFresh ? answer(null) : refusal(403, sentence, { errors: { stepUp: sentence } }),
    ),
    http.post("*/api/admin/verify/", () => {
      isFresh = true;
      return answer(null);
    }),
  );
  const { person } = openAdmin("/admin/customer");
  await person.click(await screen.findByRole("button", { name: "Delete Asha Verma" }));
  await person.click(within(await screen.findByRole("dialog", { name: "Is it still you?" })).getByText("Close"));
  expect(await screen.findByText("Failed to delete customer")).toBeInTheDocument();
  await person.click(screen.getByRole("button", { name: "Delete Asha Verma" }));
  const asked = await screen.findByRole("dialog", { name: "Is it still you?" });
  await person.type(within(asked).getByLabelText("Your password"), "Own@2026");
  await person.click(within(asked).getByRole("button", { name: "Go on" }));
  expect(await screen.findByText("Customer deleted")).toBeInTheDocument();
});

test("what a customer changed since the list was read is in the form, and is not put back", async () => {
  const sent: Record<string, unknown>[] = [];
  server.use(
    http.post("*/api/customer/", async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return answer({ ...asha });
    }),
  );
  const { person } = openAdmin("/admin/customer");
  const edit = await screen.findByRole("button", { name: "Edit Asha Verma" });
  server.use(http.get("*/api/customer/", () => answer([{ ...asha, phone: "+91 90000 00001" }])));
  await person.click(edit);
  const form = await screen.findByRole("dialog", { name: "Edit Customer" });
  await waitFor(() => expect(within(form).getByLabelText("Mobile number")).toHaveValue("+91 90000 00001"));
  await person.type(within(form).getByLabelText("Name"), " Iyer");
  await person.click(within(form).getByRole("button", { name: "Save Customer" }));
  expect(await screen.findByText("Customer updated")).toBeInTheDocument();
  expect(sent[0]).toEqual({ id: 7, name: "Asha Verma Iyer", seen: { name: "Asha Verma" } });
});

test("a field that both have edited shows the other value before it is saved", async () => {
  const sent: Record<string, unknown>[] = [];
  server.use(
    http.post("*/api/customer/", async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return answer({ ...asha });
    }),
  );
  const { person, arrive } = openAdmin("/admin/customer");
  await person.click(await screen.findByRole("button", { name: "Edit Asha Verma" }));
  const form = await screen.findByRole("dialog", { name: "Edit Customer" });
  const phone = within(form).getByLabelText("Mobile number");
  await person.clear(phone);
  await person.type(phone, "55999");
  server.use(http.get("*/api/customer/", () => answer([{ ...asha, phone: "55000" }])));
  arrive("desk.customer_changed", { customerId: 7, part: "account" });
  expect(await within(form).findByText("Now 55000")).toHaveRole("status");
  await person.click(within(form).getByRole("button", { name: "Save Customer" }));
  await waitFor(() => expect(phone).toHaveAccessibleDescription("Changed to 55000 meanwhile."));
  expect(sent).toEqual([]);
  await person.click(within(form).getByRole("button", { name: "Save Customer" }));
  expect(await screen.findByText("Customer updated")).toBeInTheDocument();
  expect(sent[0]).toEqual({ id: 7, phone: "55999", seen: { phone: "55000" } });
});

test("a field that is put back to what it was does not revert a colleague's change", async () => {
  const sent: Record<string, unknown>[] = [];
  server.use(
    http.post("*/api/customer/", async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return answer({ ...asha });
    }),
  );
  const { person, arrive } = openAdmin("/admin/customer");
  await person.click(await screen.findByRole("button", { name: "Edit Asha Verma" }));
  const form = await screen.findByRole("dialog", { name: "Edit Customer" });
  await person.type(within(form).getByLabelText("Name"), "x");
  const now = { ...asha, name: "Asha Iyer", phone: "+91 90000 00001" };
  server.use(http.get("*/api/customer/", () => answer([now])));
  arrive("desk.customer_changed", { customerId: 7, part: "account" });
  await waitFor(() => expect(within(form).getByLabelText("Mobile number")).toHaveValue("+91 90000 00001"));
  await person.keyboard("{Backspace}");
  await person.type(within(form).getByLabelText("Email"), "x");
  await person.click(within(form).getByRole("button", { name: "Save Customer" }));
  expect(await screen.findByText("Customer updated")).toBeInTheDocument();
  expect(sent[0]).toEqual({ id: 7, email: `${asha.email}x`, seen: { email: asha.email } });
});

test("columns are chosen, and the choice is remembered", async () => {
  const { person, unmount } = openAdmin("/admin/customer");
  await screen.findByRole("columnheader", { name: "Email" });
  await person.click(screen.getByRole("button", { name: "Columns" }));
  const choice = screen.getByRole("group", { name: "Columns to show" });
  expect(within(choice).getByRole("checkbox", { name: "Name" })).toBeDisabled();
  await person.click(within(choice).getByRole("checkbox", { name: "Email" }));
  expect(screen.queryByRole("columnheader", { name: "Email" })).not.toBeInTheDocument();
  await person.keyboard("{Escape}");
  expect(screen.queryByRole("group", { name: "Columns to show" })).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Columns" })).toHaveFocus();
  unmount();
  openAdmin("/admin/customer");
  await screen.findByRole("columnheader", { name: "Name" });
  expect(screen.queryByRole("columnheader", { name: "Email" })).not.toBeInTheDocument();
});

test("the file has what the list is narrowed to; where there is none, it says why", async () => {
  const files: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    files.push(this.download);
  });
  const { person } = openAdmin("/admin/customer?search=asha");
  await screen.findByRole("row", { name: /Asha Verma/ });
  server.use(
    http.get("*/api/customer/", ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      const headers = { "Content-Disposition": 'attachment; filename="customers-2026-11-21.csv"' };
      return new HttpResponse("Id,Name\r\n7,Asha Verma\r\n", { headers });
    }),
  );
  await person.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(files).toEqual(["customers-2026-11-21.csv"]));
  expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({ flag: "csv", search: "asha", sort: "newest" });
  server.use(http.get("*/api/customer/", () => refusal(503, "")));
  await person.click(screen.getByRole("button", { name: "Export CSV" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Export failed. The shop could not do this just now.");
  expect(click).toHaveBeenCalledOnce();
});
