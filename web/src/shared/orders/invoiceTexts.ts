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

/** `Tamil Nadu (33)` */
export function placeOfSupply({ stateCode, buyer, seller }: TaxInvoice): string {
  if (!buyer.address) return `state code ${seller.stateCode}`;
  return stateCode ? `${buyer.address.state} (${stateCode})` : buyer.address.country || buyer.address.state;
}
