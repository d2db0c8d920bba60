import { Check, Copy } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ShownOnceDialog } from "@/shared/admin/form/ShownOnceDialog";

interface CopyOnceProps {
  subject: string;
  secret: string;
  children: ReactNode;
  onDone: () => void;
}

/** Shows a secret that the shop does not show again. */
export function CopyOnce({ subject, secret, children, onDone }: CopyOnceProps) {
  const [copied, setCopied] = useState<boolean>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied(true);
    } catch {
      // Browsers offer no clipboard on insecure connections.
      setCopied(false);
    }
  };
  return (
    <ShownOnceDialog title="Copy it now" confirmation="I have stored it" onDone={onDone}>
      <p className="muted">{subject}</p>
      <p>It is shown once. Only what is needed to check it is kept.</p>
      <div className="secret">
        <code>{secret}</code>
        <button type="button" className="btn btn-line btn-sm" onClick={() => void copy()}>
          {copied ? (
            <Check className="ico ico-16" aria-hidden="true" />
          ) : (
            <Copy className="ico ico-16" aria-hidden="true" />
          )}
          {copied ? "Copied" : "Copy"}
        </button>
      </div>
      <p className="small mt-2 mb-0" role="status">
        {copied === false && "This browser does not let the page copy. Please select it and copy it by hand."}
      </p>
      <div className="says mt-3">{children}</div>
    </ShownOnceDialog>
  );
}
