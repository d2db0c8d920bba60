import { useState } from "react";

const form = /^[A-Z]{5}[0-9]{4}[A-Z]$/;

/**
 * The buyer's PAN, which an order above the shop's limit needs. It is neither part of the order that the page keeps nor
 * stored in the browser.
 */
export function usePan(above: number | null, total: number) {
  const [written, setWritten] = useState("");
  const [error, setError] = useState<string>();
  const isNeeded = above !== null && total > above;
  const pan = written.replace(/\s/g, "").toUpperCase();
  const write = (value: string) => {
    setWritten(value);
    setError(undefined);
  };
  /** Whether the order may be sent; otherwise the field says what is wrong. */
  const check = () => {
    const isFit = !isNeeded || form.test(pan);
    if (!isFit) setError(pan ? "A PAN is five letters, four digits and a letter." : "Please enter your PAN.");
    return isFit;
  };
  return { written, write, error, setError, isNeeded, check, pan: isNeeded && form.test(pan) ? pan : undefined };
}
