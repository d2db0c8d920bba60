import type { TaxInvoice } from "./invoicesApi";

/** The tax invoice that a credit note belongs to; empty for an invoice. An API of the previous version sends no text. */
export const referenceOf = ({ reference, invoice, reason }: TaxInvoice): string =>
  reference ?? (invoice && `For tax invoice ${invoice}: ${reason.toLowerCase()}`);

/** The taxes of a document: CGST and SGST within the shop's state, otherwise IGST. */
export function taxesOf({ stateCode, seller }: TaxInvoice) {
  const isWithinState = stateCode === seller.stateCode;
  const halves = [
    ["CGST 1.5%", "cgst"],
    ["SGST 1.5%", "sgst"],
  ] as const;
  return isWithinState ? halves : ([["IGST 3%", "igst"]] as const);
}
