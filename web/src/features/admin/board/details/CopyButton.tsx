import { Check, CircleAlert, Copy } from "lucide-react";
import { useEffect, useState } from "react";

const resultShownFor = 4000;

interface CopyButtonProps {
  /** `address` */
  what: string;
  text: string;
}

/** Copies a text to the clipboard and reports the result on the button. */
export function CopyButton({ what, text }: CopyButtonProps) {
  const [result, setResult] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(null), resultShownFor);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setResult("copied");
    } catch {
      // Browsers offer no clipboard on insecure connections.
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
