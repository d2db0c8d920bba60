import { act, screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { openAdmin, serveOrders } from "@/app/admin/test/adminApp";
import { api } from "@/shared/api/api";
import { answer, refusal, server } from "@/shared/test/server";
import type { Report } from "./reportsApi";

const tax = { documents: 2, taxable: 100_000, cgst: 750, sgst: 750, igst: 1500, total: 103_000 };
const note = { documents: 1, taxable: 10_000, cgst: 150, sgst: 150, igst: 0, total: 10_300 };
const none = { documents: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0, total: 0 };

const report: Report = {
  month: "2026-10",
  firstMonth: "2026-08",
  lastMonth: "2026-11",
  isClosed: true,
  checkedAt: "2026-11-01T18:30:00.000Z",
  sales: {
    orders: 3,
    pieces: 4,
    amount: 150_000.5,
    before: 100_000,
    days: [{ day: "2026-10-18", orders: 3, pieces: 4, amount: 150_000.5 }],
    categories: [{ category: "Rings", pieces: 4, amount: 150_000.5 }],
  },
  money: {
    payments: 2,
    received: 103_000,
    refunds: 1,
    refunded: 10_300,
    failed: 0,
    requested: 0,
    kept: 92_700,
    methods: [{ method: "upi", payments: 2, received: 103_000, refunds: 1, refunded: 10_300, failed: 0, requested: 0 }],
  },
  gst: {
    gstin: "33AAACS4207Q1Z9",
    rate: 3,
    invoices: tax,
    creditNotes: note,
    tax: 2700,
    invoiceStates: [{ ...tax, state: "Kerala", stateCode: "32" }],
    creditNoteStates: [{ ...note, state: "", stateCode: "" }],
  },
  reconciliation: { invoiced: 92_700, ahead: 5000, aheadOrders: 1, behind: 5000, behindOrders: 2, kept: 92_700 },
  faults: [],
};

const asked: URLSearchParams[] = [];

beforeEach(() => {
  serveOrders([]);
  asked.length = 0;
  server.use(
    http.get("*/api/report/", ({ request }) => {
      const params = new URL(request.url).searchParams;
      asked.push(params);
      if (params.get("flag") === "documents") {
        const row = { issuedAt: "2026-10-18T05:00:00.000Z", orderId: 1058, customer: "Asha Verma", state: "Kerala" };
        const sums = { taxable: 50_000, tax: 1500, total: 51_500, invoice: "SW/26-27/000001", reason: "Returned" };
        const number = params.get("cursor") ? "SWC/26-27/000001" : "SWC/26-27/000002";
        const id = params.get("cursor") ? 1 : 2;
        return answer([{ id, number, ...row, ...sums }], { nextCursor: params.get("cursor") ? null : "1" });
      }
      return answer({ ...report, month: params.get("month") ?? "2026-11" });
    }),
  );
});

test("the month shows sums that a reader can add up", async () => {
  openAdmin("/admin/reports?month=2026-10");
  expect(await screen.findByText("Adds up with the ledger, to the paisa")).toBeVisible();
  const totals = within(screen.getByRole("region", { name: "Totals" }));
  expect(totals.getByText("₹1,50,000.50")).toBeVisible();
  expect(totals.getByText("+50.0 %").parentElement).toHaveTextContent("3 orders, +50.0 % on September");
  expect(totals.getByText("₹2,700.00")).toBeVisible();
  expect(screen.getByText("GSTIN 33AAACS4207Q1Z9, closed on 1 Nov, India's time")).toBeVisible();
  const kerala = screen.getByRole("row", { name: /^Kerala/ });
  expect(kerala).toHaveTextContent("322" + "1,00,000.00" + "750.00" + "750.00" + "1,500.00" + "1,03,000.00");
  expect(screen.getByRole("row", { name: /^Outside India/ })).toHaveTextContent("−10,300.00");
  expect(screen.getByRole("row", { name: /^UPI/ })).toHaveTextContent("−10,300.0092,700.00");
  expect(screen.getByRole("img", { name: "The best day was 18 Oct, with ₹1,50,000.50." })).toBeVisible();
});

test("the file of payments and refunds is that of the table", async () => {
  URL.createObjectURL = vi.fn(() => "#table");
  const { person } = openAdmin("/admin/reports?month=2026-10");
  await person.click(await screen.findByRole("button", { name: "CSV of Payments and refunds" }));
  await waitFor(() => expect(asked.at(-1)?.get("flag")).toBe("csv"));
  expect(asked.at(-1)?.get("part")).toBe("methods");
});

test("months are stepped through within what there is", async () => {
  const { person } = openAdmin("/admin/reports?month=2026-10");
  const month = await screen.findByRole("combobox", { name: "Month" });
  expect(
    within(month)
      .getAllByRole("option")
      .map((each) => each.textContent),
  ).toEqual(["November 2026", "October 2026", "September 2026", "August 2026"]);
  await person.click(screen.getByRole("button", { name: "Month after" }));
  expect(await screen.findByRole("combobox", { name: "Month" })).toHaveValue("2026-11");
  expect(screen.getByRole("button", { name: "Month after" })).toBeDisabled();
  expect(asked.map((params) => params.get("month"))).toEqual(["2026-10", "2026-11"]);
});

test("credit notes are listed page by page, as amounts that go back", async () => {
  const { person } = openAdmin("/admin/reports?month=2026-10&part=Credit+notes");
  expect(await screen.findByRole("row", { name: /SWC\/26-27\/000002/ })).toHaveTextContent("−51,500.00");
  await person.click(screen.getByRole("button", { name: "Load more" }));
  expect(await screen.findByRole("row", { name: /SWC\/26-27\/000001/ })).toHaveTextContent(
    "Returned, of SW/26-27/000001",
  );
});

test("what contradicts the ledger is told, and a shop without a GST number says why it has no invoices", async () => {
  const fault = "2 payments differ from their ledger: run `shop orders verify`.";
  const gst = { ...report.gst, gstin: "", invoices: none, creditNotes: none, invoiceStates: [], creditNoteStates: [] };
  server.use(http.get("*/api/report/", () => answer({ ...report, gst, faults: [fault] })));
  openAdmin("/admin/reports?month=2026-10&part=GST");
  expect(await screen.findByRole("alert")).toHaveTextContent(fault);
  expect(screen.getByText("Tax invoices are issued once SHOP_GSTIN is set.")).toBeVisible();
});

test("a list that cannot be loaded does not show the rows of the one before", async () => {
  const { person } = openAdmin("/admin/reports?month=2026-10&part=Credit+notes");
  expect(await screen.findByRole("row", { name: /SWC\/26-27\/000002/ })).toBeVisible();
  server.use(http.get("*/api/report/", () => refusal(403, "")));
  await person.click(screen.getByRole("button", { name: "Invoices" }));
  expect(await screen.findByText("The documents could not be loaded")).toBeVisible();
  expect(screen.queryByText("SWC/26-27/000002")).not.toBeInTheDocument();
});

test("the page says which part of the refunds is not paid yet", async () => {
  const money = { ...report.money, failed: 300.5, requested: 400 };
  server.use(http.get("*/api/report/", () => answer({ ...report, money })));
  openAdmin("/admin/reports?month=2026-10");
  expect(await screen.findByText("Of the refunds, ₹300.50 failed and is not paid yet.")).toBeVisible();
  expect(screen.getByText("Of the refunds, ₹400.00 is requested and not sent yet.")).toBeVisible();
});

test("each refund has its state, with the day of a later transfer", async () => {
  const entry = { kind: "refund", method: "online", reason: "Scratched", orderId: 1058, customer: "Asha Verma" };
  const row = { ...entry, at: "2026-10-18T05:00:00.000Z", customerId: 7, changedBy: "Karthik Rao" };
  const sentAt = "2026-10-18T05:00:09.000Z";
  const rows = [
    { ...row, id: 1, amount: 100, state: "sent", sentAt, reference: "rfnd_1" },
    { ...row, id: 2, amount: 200, state: "failed", sentAt: null, reference: "rfnd_2" },
    { ...row, id: 3, amount: 300, state: "by_hand", sentAt: "2026-11-03T05:00:00.000Z", reference: "NEFT1" },
    { ...row, id: 4, amount: 400, state: "requested", sentAt: null, reference: null },
    { ...row, id: 5, amount: 500, state: "of a later version", sentAt: null, reference: null },
  ];
  server.use(
    http.get("*/api/report/", ({ request }) => {
      const isList = new URL(request.url).searchParams.get("flag") === "money";
      return isList ? answer(rows, { nextCursor: null }) : answer(report);
    }),
  );
  openAdmin("/admin/reports?month=2026-10&part=Refunds");
  await screen.findByText("NEFT1");
  const states = screen.getAllByRole("row").map((each) => within(each).queryAllByRole("cell")[4]?.textContent);
  expect(states.slice(1, -1)).toEqual([
    "Sent",
    "Failed, not paid yet",
    "Sent by hand, 3 Nov",
    "Requested",
    "of a later version",
  ]);
});

test("the list of refunds is loaded again when one of them was sent", async () => {
  let state = "requested";
  const entry = { id: 1, kind: "refund", method: "online", reason: "", orderId: 1058, customer: "Asha Verma" };
  const row = { ...entry, at: "2026-10-18T05:00:00.000Z", customerId: 7, changedBy: "", amount: 100, sentAt: null };
  server.use(
    http.get("*/api/report/", ({ request }) => {
      const isList = new URL(request.url).searchParams.get("flag") === "money";
      if (isList) return answer([{ ...row, state, reference: null }], { nextCursor: null });
      return answer({ ...report, money: { ...report.money, requested: state === "requested" ? 100 : 0 } });
    }),
  );
  const { store } = openAdmin("/admin/reports?month=2026-10&part=Refunds");
  expect(await screen.findByText("Requested")).toBeVisible();
  state = "sent";
  act(() => void store.dispatch(api.util.invalidateTags(["Invoice"])));
  expect(await screen.findByText("Sent")).toBeVisible();
});

test("the list of payments is loaded again when their sum has changed", async () => {
  let received = 103_000;
  const entry = { at: "2026-10-18T05:00:00.000Z", orderId: 1058, customer: "Asha Verma", customerId: 7 };
  const payment = { ...entry, kind: "payment", method: "upi", reference: "", changedBy: "Asha Verma", reason: "" };
  let lists = 0;
  server.use(
    http.get("*/api/report/", ({ request }) => {
      const isList = new URL(request.url).searchParams.get("flag") === "money";
      if (isList) return answer([{ ...payment, id: ++lists, amount: received }], { nextCursor: null });
      return answer({ ...report, money: { ...report.money, received } });
    }),
  );
  const { store } = openAdmin("/admin/reports?month=2026-10&part=Payments");
  expect(await screen.findByRole("row", { name: /^Total/ })).toHaveTextContent("1,03,000.00");
  received = 110_000;
  act(() => void store.dispatch(api.util.invalidateTags(["Invoice"])));
  await waitFor(() => expect(screen.getAllByText("1,10,000.00")).toHaveLength(2));
});
