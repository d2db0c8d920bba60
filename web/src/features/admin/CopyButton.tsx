import { Check, CircleAlert, Copy } from "lucide-react";
import { useEffect, useState } from "react";

const saidFor = 4000;

interface CopyButtonProps {
  /** `address` */
  what: string;
  text: string;
}

/** Puts a text on the clipboard, and says in its own place whether it is there. */
export function CopyButton({ what, text }: CopyButtonProps) {
  const [result, setResult] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(null), saidFor);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setResult("copied");
    } catch {
      // Browsers have no clipboard where the connection is not secure.
      setResult("failed");
    }
  };
  const Icon = { copied: Check, failed: CircleAlert, none: Copy }[result ?? "none"];
  return (
    <button type="button" className="textlink copy" onClick={() => void copy()}>
      <Icon className="ico ico-14" aria-hidden="true" />
      <span aria-live="polite">
        {result === "copied" ? "Copied" : result === "failed" ? "The browser did not copy it" : `Copy ${what}`}
      </span>
    </button>
  );
}
