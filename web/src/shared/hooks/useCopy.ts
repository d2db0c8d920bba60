import { useEffect, useState } from "react";

/** Copies a text and returns whether it did. Browsers offer no clipboard on insecure connections. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copies a text. `isCopied` is known after the first try, and if `shownFor` is given, for these milliseconds only. */
export function useCopy(text: string, shownFor?: number) {
  const [isCopied, setCopied] = useState<boolean>();
  useEffect(() => {
    if (isCopied === undefined || shownFor === undefined) return;
    const timer = setTimeout(() => setCopied(undefined), shownFor);
    return () => clearTimeout(timer);
  }, [isCopied, shownFor]);
  const copy = async () => setCopied(await copyText(text));
  return { isCopied, copy: () => void copy() };
}
