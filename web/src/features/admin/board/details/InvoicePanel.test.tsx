import { screen, within } from "@testing-library/react";
import { http } from "msw";
import { expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { renderWith } from "@/shared/test/render";
import { answer, server } from "@/shared/test/server";
import { InvoicePanel } from "./InvoicePanel";

const amounts = { taxable: 89_838.84, cgst: 1_347.58, sgst: 1_347.58, igst: 0, total: 92_534 };
const invoice = {
  id: 1,
  orderId: 40,
  kind: "invoice",
  number: "SW/26-27/000001",
  issuedAt: "2026-11-20T10:00:00.000Z",
  stateCode: "33",
  seller: {
    gstin: "33AAACS4207Q1Z9",
    name: "Swarna Jewels",
    address: "14 Car Street",
    stateCode: "33",
    state: "Tamil Nadu (33)",
  },
  buyer: { name: "Asha Verma", address: { name: "Asha", city: "Chennai", state: "Tamil Nadu", country: "India" } },
  lines: [{ itemId: 70, name: "Paithani Bridal Nath", quantity: 2, ...amounts }],
  invoice: "",
  reason: "",
  placeOfSupply: "Tamil Nadu (33)",
  reference: "",
  inWords: "Rupees Ninety-Two Thousand Five Hundred Thirty-Four Only",
  notes: ["Tax is not payable on reverse charge.", "All amounts are in Indian rupees."],
  ...amounts,
};
const note = {
  ...invoice,
  id: 2,
  kind: "credit_note",
  number: "SWC/26-27/000001",
  invoice: invoice.number,
  reason: "Returned",
  reference: "For tax invoice SW/26-27/000001 of 20 Nov 2026: returned",
};

it("opens an order's invoice and its credit notes, and offers each as a file", async () => {
  server.use(http.get("*/api/invoice/", () => answer([invoice, note] as never)));
  const { person } = renderWith(makeStore("admin"), <InvoicePanel orderId={40} />, "/admin/order-management");
  const panel = await screen.findByRole("region", { name: "Tax invoice" });
  expect(within(panel).getByRole("button", { name: "PDF of invoice SW/26-27/000001" })).toBeEnabled();
  expect(within(panel).getByRole("button", { name: "PDF of credit note SWC/26-27/000001" })).toBeEnabled();
  const [first, second] = within(panel).getAllByRole("group");
  await person.click(within(panel).getByText("SW/26-27/000001"));
  expect(first).toHaveAttribute("open");
  expect(first).toHaveTextContent("to Asha. Place of supply: Tamil Nadu (33).");
  expect(first).toHaveTextContent("Paithani Bridal Nath, 2 pieces₹92,534.00");
  expect(first).toHaveTextContent("CGST 1.5%₹1,347.58SGST 1.5%₹1,347.58Total₹92,534.00");
  expect(second).toHaveTextContent("For tax invoice SW/26-27/000001 of 20 Nov 2026: returned.");
});

it("leaves out what the API of the previous version does not send", async () => {
  const { placeOfSupply, reference, inWords, notes, ...old } = note;
  server.use(http.get("*/api/invoice/", () => answer([old] as never)));
  renderWith(makeStore("admin"), <InvoicePanel orderId={40} />, "/admin/order-management");
  const panel = await screen.findByRole("region", { name: "Tax invoice" });
  expect(panel).toHaveTextContent(
    "For tax invoice SW/26-27/000001: returned. Swarna Jewels, GSTIN 33AAACS4207Q1Z9, to Asha.Paithani",
  );
});
