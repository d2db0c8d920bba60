import { Download } from "lucide-react";
import { useState } from "react";
import { useDispatch } from "react-redux";
import { errorReason } from "@/shared/api/errors";
import { saveFile } from "./saveFile";

export interface FileOf {
  path: string;
  /** The server's word for this list as a file, where a path has several. */
  flag?: string;
}

/** Gives what the filter holds as a file for a spreadsheet: every row of it, not only those that are loaded. */
export function ExportButton({ of: { path, flag = "csv" }, asked }: { of: FileOf; asked: Record<string, string> }) {
  const dispatch = useDispatch();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const save = async () => {
    setBusy(true);
    setFailure("");
    const error = await saveFile(path, { flag, ...asked }, dispatch);
    setBusy(false);
    if (error) setFailure(errorReason(error));
  };
  return (
    <>
      {failure && (
        <span className="tool-bad" role="alert">
          Export failed. {failure}
        </span>
      )}
      <button type="button" className="btn btn-line" disabled={busy} onClick={() => void save()}>
        {busy ? <span className="spin" /> : <Download className="ico ico-16" aria-hidden="true" />}
        <span className="word">{busy ? "Exporting" : "Export CSV"}</span>
      </button>
    </>
  );
}
