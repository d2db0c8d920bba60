import { Check, CircleAlert, Copy } from "lucide-react";
import type { Order } from "@/shared/api/types";
import { useCopy } from "@/shared/hooks/useCopy";

const resultShownFor = 4000;

/** The lines of an order's address, with town, state, postal code and country in the last one. */
export const addressLines = ({ name, address, city, state, zip_code, country }: NonNullable<Order["address"]>) => [
  name,
  address,
  [city, state, zip_code, country].filter(Boolean).join(", "),
];

/** Copies the lines of an address and reports the result on the button. */
export function CopyAddress({ lines }: { lines: string[] }) {
  const { isCopied, copy } = useCopy(lines.join("\n"), resultShownFor);
  const Icon = isCopied === undefined ? Copy : isCopied ? Check : CircleAlert;
  return (
    <button type="button" className="textlink copy" onClick={copy}>
      <Icon className="ico ico-14" aria-hidden="true" />
      <span aria-live="polite">
        {isCopied === undefined ? "Copy address" : isCopied ? "Copied" : "The browser did not copy it"}
      </span>
    </button>
  );
}
