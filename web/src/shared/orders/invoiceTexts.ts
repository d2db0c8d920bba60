import type { TaxInvoice } from "./invoicesApi";

/** The taxes of a document: CGST and SGST within the shop's state, otherwise IGST. */
export function taxesOf({ stateCode, seller }: TaxInvoice) {
  const isWithinState = stateCode === seller.stateCode;
  const halves = [
    ["CGST 1.5%", "cgst"],
    ["SGST 1.5%", "sgst"],
  ] as const;
  return isWithinState ? halves : ([["IGST 3%", "igst"]] as const);
}
