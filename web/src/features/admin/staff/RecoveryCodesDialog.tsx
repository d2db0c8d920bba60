import { Download, Printer } from "lucide-react";
import { Dialog } from "@/shared/ui/Dialog";

/** The recovery codes, which are shown this once. */
export function RecoveryCodesDialog({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const file = `data:text/plain,${encodeURIComponent(`${codes.join("\n")}\n`)}`;
  return (
    <Dialog
      title="Ten recovery codes"
      onClose={onDone}
      footer={
        <button type="button" className="btn btn-primary" onClick={onDone}>
          I have stored them
        </button>
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
