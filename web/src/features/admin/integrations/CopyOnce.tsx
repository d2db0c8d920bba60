import { Check, Copy } from "lucide-react";
import type { ReactNode } from "react";
import { ShownOnceDialog } from "@/shared/admin/form/ShownOnceDialog";
import { useCopy } from "@/shared/hooks/useCopy";

interface CopyOnceProps {
  subject: string;
  secret: string;
  children: ReactNode;
  onDone: () => void;
}

/** Shows a secret that the shop does not show again. */
export function CopyOnce({ subject, secret, children, onDone }: CopyOnceProps) {
  const { isCopied, copy } = useCopy(secret);
  return (
    <ShownOnceDialog title="Copy it now" confirmation="I have stored it" onDone={onDone}>
      <p className="muted">{subject}</p>
      <p>It is shown once. Only what is needed to check it is kept.</p>
      <div className="secret">
        <code>{secret}</code>
        <button type="button" className="btn btn-line btn-sm" onClick={copy}>
          {isCopied ? (
            <Check className="ico ico-16" aria-hidden="true" />
          ) : (
            <Copy className="ico ico-16" aria-hidden="true" />
          )}
          {isCopied ? "Copied" : "Copy"}
        </button>
      </div>
      <p className="small mt-2 mb-0" role="status">
        {isCopied === false && "This browser does not let the page copy. Please select it and copy it by hand."}
      </p>
      <div className="says mt-3">{children}</div>
    </ShownOnceDialog>
  );
}
