import { useState } from "react";

const form = /^[A-Z]{5}[0-9]{4}[A-Z]$/;

/**
 * The buyer's PAN, which an order above the shop's limit needs. It is neither part of the order that the page keeps nor
 * stored in the browser.
 */
export function usePan(above: number | null, total: number) {
  const [written, setWritten] = useState("");
  /** A new object after each failed attempt, even with the same text. */
  const [error, setError] = useState<{ text: string }>();
  const isNeeded = above !== null && total > above;
  const pan = written.replace(/\s/g, "").toUpperCase();
  const write = (value: string) => {
    setWritten(value);
    setError(undefined);
  };
  /** The error, which the field shows too; undefined if the order may be sent. */
  const check = () => {
    if (!isNeeded || form.test(pan)) return undefined;
    const wrong = pan ? "A PAN is five letters, four digits and a letter" : "Please enter your PAN";
    setError({ text: `${wrong}.` });
    return wrong;
  };
  return { written, write, error, setError, isNeeded, check, pan: isNeeded && form.test(pan) ? pan : undefined };
}
