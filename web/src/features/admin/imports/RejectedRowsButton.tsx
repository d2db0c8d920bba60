import { Download } from "lucide-react";
import { useState } from "react";
import { useDispatch } from "react-redux";
import { downloadFile } from "@/shared/api/downloadFile";
import { errorReason } from "@/shared/api/errors";
import { pluralize } from "@/shared/format";

/** Downloads the rejected rows with their errors, to be corrected and imported again. */
export function RejectedRowsButton({ id, count }: { id: number; count: number }) {
  const dispatch = useDispatch();
  const [failure, setFailure] = useState("");
  const save = async () => {
    const error = await downloadFile("/product/import/refused/", { id: String(id) }, dispatch);
    setFailure(error ? errorReason(error) : "");
  };
  return (
    <>
      <button type="button" className="btn btn-line" onClick={() => void save()}>
        <Download className="ico ico-16" aria-hidden="true" />
        Download {pluralize(count, "row")} to mend
      </button>
      {failure && (
        <span className="tool-bad" role="alert">
          {failure}
        </span>
      )}
    </>
  );
}
