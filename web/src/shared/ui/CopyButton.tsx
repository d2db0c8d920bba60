import { Check, Copy } from "lucide-react";
import { useCopy } from "@/shared/hooks/useCopy";

const shownFor = 2000;

interface CopyButtonProps {
  text: string;
  label?: string;
  /** Names the text for screen readers where the label does not. */
  what?: string;
  className?: string;
}

/** Copies a text and reports the result on the button. */
export function CopyButton({ text, label = "Copy", what, className = "copy" }: CopyButtonProps) {
  const { isCopied, copy } = useCopy(text, shownFor);
  const Icon = isCopied ? Check : Copy;
  return (
    <button type="button" className={isCopied ? `${className} did` : className} onClick={copy}>
      <Icon className="ico ico-16" aria-hidden="true" />
      <span aria-live="polite">{isCopied === undefined ? label : isCopied ? "Copied" : "Not copied"}</span>
      {what && <span className="visually-hidden"> {what}</span>}
    </button>
  );
}
