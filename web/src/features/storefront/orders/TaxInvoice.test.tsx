import { screen, within } from "@testing-library/react";
import { http } from "msw";
import { Route, Routes } from "react-router";
import { expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { api } from "@/shared/api/api";
import type { TaxInvoice } from "@/shared/orders/invoicesApi";
import { asha, lines, order } from "@/shared/test/fixtures";
import { renderWith } from "@/shared/test/render";
import { answer, server } from "@/shared/test/server";
import { InvoicePage } from "./InvoicePage";

const inState = { taxable: 89_838.84, cgst: 1_347.58, sgst: 1_347.58, igst: 0, total: 92_534 };
const invoice: TaxInvoice = {
  id: 1,
  orderId: 40,
  kind: "invoice",
  number: "SW/26-27/000001",
  issuedAt: "2026-11-20T10:00:00.000Z",
  stateCode: "33",
  seller: {
    gstin: "33AAACS4207Q1Z9",
    name: "Swarna Jewels LLP",
    address: "14 Car Street, Chennai",
    stateCode: "33",
    state: "Tamil Nadu (33)",
  },
  buyer: {
    name: "Asha Verma",
    address: { name: "", address: "1 Lane", city: "Chennai", state: "Tamil Nadu", country: "India", zipCode: "600001" },
    pan: "ABCDE1234F",
  },
  lines: [
    {
      itemId: 70,
      name: "Paithani Bridal Nath",
      purity: "22k",
      hallmark: null,
      huids: [],
      hsn: "7113",
      quantity: 1,
      netWeight: 6.4,
      grossWeight: null,
      stones: [],
      goldRate: 11_852,
      makingCharge: 12_890,
      wastageCharge: 3_790,
      size: null,
      stoneCharge: 0,
      discount: 0,
      ...inState,
    },
  ],
  invoice: "",
  reason: "",
  placeOfSupply: "Tamil Nadu (33)",
  reference: "",
  inWords: "Rupees Ninety-Two Thousand Five Hundred Thirty-Four Only",
  notes: ["Tax is not payable on reverse charge.", "All amounts are in Indian rupees."],
  ...inState,
};
const note: TaxInvoice = {
  ...invoice,
  id: 2,
  kind: "credit_note",
  number: "SWC/26-27/000001",
  invoice: invoice.number,
  reason: "Returned",
  reference: "For tax invoice SW/26-27/000001 of 20 Nov 2026: returned",
};

function show(issued: TaxInvoice[]) {
  const answered = { issued };
  server.use(
    http.get("*/api/order/", () => answer(lines(order()) as never)),
    http.get("*/api/invoice/", ({ request }) => {
      expect(new URL(request.url).searchParams.get("orderId")).toBe("40");
      return answer(answered.issued as never);
    }),
  );
  const page = (
    <Routes>
      <Route path="my-orders/:id/invoice" element={<InvoicePage user={asha} notFound={null} />} />
    </Routes>
  );
  const store = makeStore("customer");
  renderWith(store, page, "/my-orders/40/invoice");
  return { answered, store };
}

const columnsOf = (sheet: HTMLElement) =>
  within(sheet)
    .getAllByRole("columnheader")
    .map((cell) => cell.textContent);

it("shows what was issued, with the shop's GSTIN and the tax of each line", async () => {
  show([invoice]);
  const sheet = await screen.findByRole("article", { name: "Tax invoice SW/26-27/000001" });
  expect(sheet).toHaveTextContent(
    "Sold bySwarna Jewels LLP14 Car Street, ChennaiGSTIN 33AAACS4207Q1Z9State: Tamil Nadu (33)",
  );
  expect(sheet).toHaveTextContent("Place of supply: Tamil Nadu (33)");
  expect(columnsOf(sheet)).toEqual(["Piece", "HSN", "Qty", "Taxable value", "CGST 1.5%", "SGST 1.5%", "Amount"]);
  const row = within(sheet).getByRole("row", { name: /Paithani/ });
  expect(row).toHaveTextContent("₹11,852.00 /gm, making ₹12,890.00, wastage ₹3,790.00");
  expect(
    within(row)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual(["7113", "1", "₹89,838.84", "₹1,347.58", "₹1,347.58", "₹92,534.00"]);
  expect(within(sheet).getByRole("row", { name: /^Total/ })).toHaveTextContent("₹92,534.00");
  expect(sheet).toHaveTextContent(invoice.inWords);
  expect(sheet).toHaveTextContent("Tax is not payable on reverse charge. All amounts are in Indian rupees.");
  expect(screen.getAllByRole("article")).toHaveLength(1);
});

it("leaves out what the API of the previous version does not send", async () => {
  const { placeOfSupply, reference, inWords, notes, ...old } = note;
  const { state, ...seller } = note.seller;
  show([{ ...old, seller } as TaxInvoice]);
  const sheet = await screen.findByRole("article", { name: /Credit note/ });
  expect(sheet).toHaveTextContent("For tax invoice SW/26-27/000001: returned");
  expect(sheet).not.toHaveTextContent("State:");
  expect(sheet).not.toHaveTextContent("Place of supply");
});

it("shows IGST for another state", async () => {
  show([{ ...invoice, stateCode: "32" }]);
  const sheet = await screen.findByRole("article", { name: /Tax invoice/ });
  expect(columnsOf(sheet)).toEqual(["Piece", "HSN", "Qty", "Taxable value", "IGST 3%", "Amount"]);
});

it("is the plain invoice until a tax invoice is issued, and then has the credit notes below it", async () => {
  const { answered, store } = show([]);
  await screen.findByRole("article", { name: "Invoice 40" });
  answered.issued = [invoice, note];
  store.dispatch(api.util.invalidateTags(["Invoice"]));
  const credit = await screen.findByRole("article", { name: "Credit note SWC/26-27/000001" });
  expect(credit).toHaveTextContent("For tax invoice SW/26-27/000001 of 20 Nov 2026: returned");
  expect(screen.getAllByRole("article")).toHaveLength(2);
  expect(screen.queryByRole("article", { name: "Invoice 40" })).toBeNull();
  expect(screen.getByRole("button", { name: "Download PDF" })).toBeEnabled();
  expect(screen.getByRole("button", { name: "Download credit note SWC/26-27/000001" })).toBeEnabled();
});

it("names no part that an API of the previous version does not send, and the invoice of a credit note all the same", async () => {
  const old = (issued: TaxInvoice) => {
    const { placeOfSupply, reference, inWords, notes, ...rest } = issued;
    const { state, ...seller } = issued.seller;
    return { ...rest, seller } as TaxInvoice;
  };
  show([old(invoice), old(note)]);
  const sheet = await screen.findByRole("article", { name: "Tax invoice SW/26-27/000001" });
  expect(sheet).toHaveTextContent("GSTIN 33AAACS4207Q1Z9");
  expect(sheet).not.toHaveTextContent(/State:|Place of supply|For tax invoice/);
  const credit = screen.getByRole("article", { name: "Credit note SWC/26-27/000001" });
  expect(credit).toHaveTextContent("For tax invoice SW/26-27/000001: returned");
});
