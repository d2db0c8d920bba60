import { Download, Printer } from "lucide-react";
import { ShownOnceDialog } from "@/shared/admin/form/ShownOnceDialog";

/** The recovery codes, which are shown only once. */
export function RecoveryCodesDialog({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const file = `data:text/plain,${encodeURIComponent(`${codes.join("\n")}\n`)}`;
  return (
    <ShownOnceDialog title="Ten recovery codes" confirmation="I have stored them" onDone={onDone}>
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
    </ShownOnceDialog>
  );
}
