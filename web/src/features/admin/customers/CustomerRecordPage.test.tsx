import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { openAdmin, serveOrders } from "@/app/admin/test/adminApp";
import { latch } from "@/shared/test/latch";
import { answer, refusal, server } from "@/shared/test/server";

const at = "2026-11-20T10:15:00.000Z";
const record = {
  id: 7,
  name: "Ananya Iyer",
  email: "ananya@mail.example",
  phone: "+91 98410 55026",
  createdTimestamp: at,
  emailConfirmed: true,
  pendingEmail: null,
  isDeleted: false,
  lastSeenAt: at,
  lastDevice: "Chrome on Android",
  unwantedMails: ["wishlist"],
  newsletter: true,
  devices: 1,
  figures: {
    orders: 2,
    firstOrderAt: at,
    bought: 1_19_09_878,
    due: 22600,
    dueOrder: 1047,
    dueOrders: 1,
    pieces: 8,
    returnedPieces: 1,
    waitingReturn: 94,
    waitingReturnSince: at,
  },
};
const mail = {
  deliveryId: 5,
  kind: "mail_status",
  subject: "Order 1047: Ring is shipped",
  about: "order 1047",
  outcome: "sent",
  tries: 2,
  seconds: 240,
  at,
  error: null,
};
const order = {
  id: 1047,
  pieces: ["Lotus Ring"],
  orderedAt: at,
  totalAmount: 22600,
  currentStatus: "ordered",
  payment: { method: "upi", status: "claimed", due: 22600, refundDue: 0 },
};
const note = { id: 1, customerId: 7, text: "Her bank allows 9 lakh a day.", adminId: 1, writtenBy: "Priya Menon", at };
const event = {
  position: 48213,
  type: "order.status_changed",
  aggregate: "order:1047",
  at,
  data: { from: "packed", status: "shipped", orderId: 1047 },
};

let notes = [note];

beforeEach(() => {
  serveOrders([]);
  notes = [note];
  const list = (path: string, rows: unknown[]) => http.get(`*/api${path}`, () => answer(rows));
  server.use(
    http.get("*/api/customer/", () => answer(record)),
    list("/customer/orders/", [order]),
    list("/customer/money/", []),
    list("/return/", []),
    list("/customer/mails/", [
      mail,
      { ...mail, deliveryId: 6, subject: null, outcome: "dead", tries: 8, error: "452 mailbox full" },
    ]),
    list("/customer/events/", [event]),
    http.get("*/api/customer/notes/", () => answer(structuredClone(notes))),
    list("/cart/", []),
    list("/wishlist/", []),
    list("/address/", []),
  );
});

test("a customer's page shows the figures, what became of mails, and events", async () => {
  openAdmin("/admin/customers/7");
  expect(await screen.findByRole("heading", { level: 1, name: "Ananya Iyer" })).toBeInTheDocument();
  const figures = screen.getByRole("region", { name: "Figures" });
  expect(within(figures).getByText("1 of 8 pieces")).toBeInTheDocument();
  expect(within(figures).getByText("₹22,600.00")).not.toHaveClass("long");
  expect(within(figures).getByText("₹1,19,09,878.00")).toHaveClass("long");
  expect(screen.getByText("orders on, payments on, prices off, letter on")).toBeInTheDocument();
  expect(await screen.findByText("sent at the second try, after 4 min")).toBeInTheDocument();
  expect(screen.getByText("452 mailbox full, given up after 8 tries")).toBeInTheDocument();
  expect(await screen.findByText("order 1047, packed to shipped")).toBeInTheDocument();
  expect(await screen.findByText("Claimed")).toHaveClass("paychip", "p-claimed");
});

test("steps of payments have the words of the order's page, also those that this page does not know", async () => {
  const step = { orderId: 1047, method: "bank", reference: null, reason: null, changedBy: null, at };
  server.use(
    http.get("*/api/customer/money/", () =>
      answer([
        { ...step, id: 4, kind: "return_closed", from: "due", amount: 60_000 },
        { ...step, id: 3, kind: "return_closed", from: "paid", amount: 500 },
        { ...step, id: 2, kind: "later_kind", from: "paid", amount: 0 },
        { ...step, id: 1, kind: "refund_failed", from: "refunded", amount: 700 },
      ]),
    ),
  );
  openAdmin("/admin/customers/7");
  const money = await screen.findByRole("table", { name: "Money" });
  const rows = within(money).getAllByRole("row").slice(1);
  expect(rows.map((row) => within(row).getAllByRole("cell")[0]?.textContent)).toEqual([
    "Came back unpaid, order 1047",
    "Counted for a closed return, order 1047",
    "later_kind, order 1047",
    "Could not be paid back, order 1047",
  ]);
  expect(rows[0]).toHaveTextContent("−₹60,000.00");
});

test.each([
  [1, "order 1047"],
  [9, "9 orders"],
])("what is due names its order, or how many they are: %d", async (dueOrders, words) => {
  server.use(http.get("*/api/customer/", () => answer({ ...record, figures: { ...record.figures, dueOrders } })));
  openAdmin("/admin/customers/7");
  const due = (await screen.findByText("Due now")).parentElement;
  expect(due).toHaveTextContent(`₹22,600.00${words}`);
});

test("the phone number is copied, and a browser without a clipboard is said so", async () => {
  const { person } = openAdmin("/admin/customers/7");
  await person.click(await screen.findByRole("button", { name: "Copy phone" }));
  expect(await screen.findByRole("button", { name: "Copied" })).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe("+91 98410 55026");
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as never);
  await person.click(screen.getByRole("button", { name: "Copied" }));
  expect(await screen.findByRole("button", { name: "Not copied" })).toBeInTheDocument();
});

test("a note is written, and an empty one is refused at its field", async () => {
  server.use(
    http.post("*/api/customer/notes/", async ({ request }) => {
      const { text } = (await request.json()) as { text: string };
      notes = [{ ...note, id: 2, text, writtenBy: "Karthik Rao" }, ...notes];
      return answer(notes[0]);
    }),
  );
  const { person } = openAdmin("/admin/customers/7");
  const region = await screen.findByRole("region", { name: "Notes" });
  expect(await within(region).findByText("Her bank allows 9 lakh a day.")).toBeInTheDocument();
  await person.click(within(region).getByRole("button", { name: "Add note" }));
  expect(within(region).getByRole("alert")).toHaveTextContent("Write what the others should know.");
  await person.type(within(region).getByLabelText("Note"), "Rings on Fridays.");
  await person.click(within(region).getByRole("button", { name: "Add note" }));
  expect(await within(region).findByText("Rings on Fridays.")).toBeInTheDocument();
  await waitFor(() => expect(within(region).getByLabelText("Note")).toHaveValue(""));
});

test("what is typed while a note is sent stays when its answer arrives", async () => {
  const { opened: answered, open } = latch();
  server.use(
    http.post("*/api/customer/notes/", async () => {
      await answered;
      return answer(note);
    }),
  );
  const { person } = openAdmin("/admin/customers/7");
  const region = await screen.findByRole("region", { name: "Notes" });
  const field = await within(region).findByLabelText("Note");
  const button = within(region).getByRole("button", { name: "Add note" });
  await person.type(field, "Rings on Fridays.");
  await person.click(button);
  expect(button).toBeDisabled();
  await person.type(field, " Late");
  open();
  await waitFor(() => expect(button).toBeEnabled());
  expect(field).toHaveValue("Rings on Fridays. Late");
});

test("a note that is not sent yet is there again when the page is opened again", async () => {
  const field = () => screen.findByLabelText("Note");
  const { person, unmount } = openAdmin("/admin/customers/7");
  await person.type(await field(), "Rings on Fridays.");
  unmount();
  openAdmin("/admin/customers/7");
  expect(await field()).toHaveValue("Rings on Fridays.");
});

test("a change that another page made is shown", async () => {
  const { arrive } = openAdmin("/admin/customers/7");
  await screen.findByText("Her bank allows 9 lakh a day.");
  notes = [{ ...note, id: 3, text: "Moves to Madurai." }, ...notes];
  arrive("desk.customer_changed", { customerId: 7, part: "notes" });
  expect(await screen.findByText("Moves to Madurai.")).toBeInTheDocument();
});

test("a page that may have missed a change fetches it", async () => {
  const { arrive } = openAdmin("/admin/customers/7");
  await screen.findByText("Her bank allows 9 lakh a day.");
  notes = [{ ...note, id: 3, text: "Moves to Madurai." }, ...notes];
  arrive("desk.customer_changed", { customerId: null, part: null });
  expect(await screen.findByText("Moves to Madurai.")).toBeInTheDocument();
});

test("a customer who does not exist is said so, also while the page is open", async () => {
  const { arrive } = openAdmin("/admin/customers/7");
  await screen.findByText("Her bank allows 9 lakh a day.");
  server.use(http.get("*/api/customer/", () => refusal(404, "There is no customer 7.")));
  arrive("customer.deleted", { customerId: 7 });
  expect(await screen.findByText("There is no such customer")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "All customers" })).toHaveAttribute("href", "/admin/customer");
  expect(screen.queryByText("Ananya Iyer")).not.toBeInTheDocument();
  expect(document.title).toContain("Customer, Admin portal");
});

test("an owner has the customer's data mailed to them, and deletes the account after a question", async () => {
  const sent: string[] = [];
  server.use(
    http.post("*/api/customer/:what/", ({ request, params }) => {
      sent.push(`${params.what}${new URL(request.url).search}`);
      return answer(null);
    }),
  );
  const { person } = openAdmin("/admin/customers/7");
  const panel = await screen.findByRole("region", { name: "Their data" });
  await person.click(within(panel).getByRole("button", { name: "Export" }));
  expect(await screen.findByText(/ananya@mail.example is mailed a link/)).toBeInTheDocument();
  await person.click(within(panel).getByRole("button", { name: "Delete the account" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete the account of Ananya Iyer" });
  expect(sent).toEqual(["data?flag=forCustomer"]);
  await person.click(within(dialog).getByRole("button", { name: "Delete the account" }));
  await waitFor(() => expect(sent).toEqual(["data?flag=forCustomer", "delete?flag=forCustomer"]));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

test("a call that finds the session ended leads to the sign-in and shows no failure", async () => {
  server.use(http.post("*/api/customer/data/", () => refusal(401, "Please sign in.")));
  const { person } = openAdmin("/admin/customers/7");
  const panel = await screen.findByRole("region", { name: "Their data" });
  await person.click(within(panel).getByRole("button", { name: "Export" }));
  expect(await screen.findByLabelText("Password")).toBeInTheDocument();
  expect(within(screen.getByRole("region", { name: "Notifications" })).queryByText("Please sign in.")).toBeNull();
});

test("a customer's address adds no recipient and no text to a mail", async () => {
  const email = "q%2Cw?cc=v@bücher.example?bcc=z%40evil.example&body=Hi";
  server.use(http.get("*/api/customer/", () => answer({ ...record, email })));
  openAdmin("/admin/customers/7");
  expect(await screen.findByRole("link", { name: "Write a mail" })).toHaveAttribute(
    "href",
    "mailto:q%252Cw%3Fcc%3Dv@b%C3%BCcher.example%3Fbcc%3Dz%2540evil.example%26body%3DHi",
  );
});

test("who else looks at a customer is shown, and a deleted account has nothing left to do", async () => {
  server.use(http.get("*/api/customer/", () => answer({ ...record, name: "Deleted customer", isDeleted: true })));
  const { arrive } = openAdmin("/admin/customers/7");
  await screen.findByRole("heading", { name: "Deleted customer" });
  const looks = [{ id: 7, adminId: 2, name: "Priya Menon", isEditing: false }];
  arrive("presence.changed", { kind: "customer", looks });
  expect(await screen.findByTitle("Priya Menon is here too")).toBeInTheDocument();
  expect(screen.queryByRole("region", { name: "Their data" })).not.toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Write a mail" })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Add note" })).not.toBeInTheDocument();
});
