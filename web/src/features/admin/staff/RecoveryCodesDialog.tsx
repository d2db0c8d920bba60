import { Download, Printer } from "lucide-react";
import { useState } from "react";
import { Dialog } from "@/shared/ui/Dialog";

/** The recovery codes, which are shown this once. It closes only after a confirmation that they are stored. */
export function RecoveryCodesDialog({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [isStored, setStored] = useState(false);
  const file = `data:text/plain,${encodeURIComponent(`${codes.join("\n")}\n`)}`;
  return (
    <Dialog
      title="Ten recovery codes"
      onClose={() => isStored && onDone()}
      footer={
        <>
          <label className="me-auto d-flex gap-2 align-items-center">
            <input
              type="checkbox"
              className="form-check-input m-0"
              checked={isStored}
              onChange={({ target }) => setStored(target.checked)}
            />
            I have stored them
          </label>
          <button type="button" className="btn btn-primary" disabled={!isStored} onClick={onDone}>
            Done
          </button>
        </>
      }
    >
      <p>Each works once, when the phone is lost. They are shown this once.</p>
      <div className="factor-codes">
        {codes.map((code) => (
          <code key={code}>{code}</code>
        ))}
      </div>
      <div className="factor-acts">
        <a className="btn btn-line btn-sm" href={file} download="swarna-recovery-codes.txt">
          <Download className="ico ico-16" aria-hidden="true" />
          Download
        </a>
        <button type="button" className="btn btn-line btn-sm" onClick={() => window.print()}>
          <Printer className="ico ico-16" aria-hidden="true" />
          Print
        </button>
      </div>
    </Dialog>
  );
}
