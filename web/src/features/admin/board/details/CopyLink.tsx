import { Check, CircleAlert, Copy } from "lucide-react";
import { useCopy } from "@/shared/hooks/useCopy";

const resultShownFor = 4000;

interface CopyLinkProps {
  /** `address` */
  what: string;
  text: string;
}

/** Copies a text to the clipboard and reports the result on the button. */
export function CopyLink({ what, text }: CopyLinkProps) {
  const { isCopied, copy } = useCopy(text, resultShownFor);
  const Icon = isCopied === undefined ? Copy : isCopied ? Check : CircleAlert;
  return (
    <button type="button" className="textlink copy" onClick={copy}>
      <Icon className="ico ico-14" aria-hidden="true" />
      <span aria-live="polite">
        {isCopied === undefined ? `Copy ${what}` : isCopied ? "Copied" : "The browser did not copy it"}
      </span>
    </button>
  );
}
