import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useDispatch } from "react-redux";
import { useMay } from "@/shared/admin/permissions";
import { downloadFile } from "@/shared/api/downloadFile";
import { errorReason } from "@/shared/api/errors";

export interface ExportSource {
  path: string;
  /** The API's flag of this export, if its path has several. */
  flag?: string;
  /** Its name in the API's policy table. */
  operation: string;
}

interface ExportButtonProps {
  of: ExportSource;
  params: Record<string, string>;
}

/** Exports all rows that match the filter as CSV, not only loaded ones. */
export function ExportButton({ of: { path, flag = "csv", operation }, params }: ExportButtonProps) {
  const mayExport = useMay(operation);
  if (!mayExport) return null;
  return (
    <DownloadButton path={path} params={{ flag, ...params }} failed="Export failed.">
      {(isBusy) => <span className="word">{isBusy ? "Exporting" : "Export CSV"}</span>}
    </DownloadButton>
  );
}

interface DownloadButtonProps {
  path: string;
  params?: Record<string, string>;
  /** Said before the reason of a failure. */
  failed?: string;
  className?: string;
  children: (isBusy: boolean) => ReactNode;
}

/** Downloads a file and reports a failure beside the button. */
export function DownloadButton({
  path,
  params = {},
  failed,
  className = "btn btn-line",
  children,
}: DownloadButtonProps) {
  const dispatch = useDispatch();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const save = async () => {
    setBusy(true);
    setFailure("");
    const error = await downloadFile(path, params, dispatch);
    setBusy(false);
    if (error) setFailure(errorReason(error));
  };
  return (
    <>
      {failure && (
        <span className="tool-bad" role="alert">
          {failed} {failure}
        </span>
      )}
      <button type="button" className={className} disabled={isBusy} onClick={() => void save()}>
        {isBusy ? <span className="spin" /> : <Download className="ico ico-16" aria-hidden="true" />}
        {children(isBusy)}
      </button>
    </>
  );
}
