import { Check } from "lucide-react";
import { useEffect, useState } from "react";

const shownFor = 2000;

interface CopyButtonProps {
  text: string;
  /** Names it for screen readers. */
  what: string;
  className?: string;
}

/** Copies a text and reports the result on the button. */
export function CopyButton({ text, what, className = "copy" }: CopyButtonProps) {
  const [did, setDid] = useState<"" | "Copied" | "Not copied">("");
  useEffect(() => {
    if (!did) return;
    const timer = setTimeout(() => setDid(""), shownFor);
    return () => clearTimeout(timer);
  }, [did]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDid("Copied");
    } catch {
      // Browsers offer no clipboard on insecure connections.
      setDid("Not copied");
    }
  };
  return (
    <button type="button" className={did === "Copied" ? `${className} did` : className} onClick={() => void copy()}>
      {did === "Copied" && <Check className="ico ico-16" aria-hidden="true" />}
      <span aria-live="polite">{did || "Copy"}</span>
      <span className="visually-hidden"> {what}</span>
    </button>
  );
}
