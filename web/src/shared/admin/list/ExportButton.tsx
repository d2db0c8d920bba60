import { Download } from "lucide-react";
import { useState } from "react";
import { useDispatch } from "react-redux";
import { useMay } from "@/shared/admin/permissions";
import { downloadFile } from "@/shared/api/downloadFile";
import { errorReason } from "@/shared/api/errors";

export interface ExportSource {
  path: string;
  /** The API's flag of this export, where a path has several. */
  flag?: string;
  /** Its name in the API's policy table. */
  operation: string;
}

/** Exports all rows that match the filter as CSV, not only loaded ones. */
export function ExportButton({
  of: { path, flag = "csv", operation },
  params,
}: {
  of: ExportSource;
  params: Record<string, string>;
}) {
  const dispatch = useDispatch();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const mayExport = useMay(operation);
  if (!mayExport) return null;
  const save = async () => {
    setBusy(true);
    setFailure("");
    const error = await downloadFile(path, { flag, ...params }, dispatch);
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
