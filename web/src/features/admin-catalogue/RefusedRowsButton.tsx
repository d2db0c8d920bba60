import { Download } from "lucide-react";
import { useState } from "react";
import { useDispatch } from "react-redux";
import { errorReason } from "@/shared/api/errors";
import { counted } from "@/shared/format";
import { saveFile } from "@/shared/portal/saveFile";

/** Saves the rows that are not brought in as a file, each with its reason, to be mended and chosen again. */
export function RefusedRowsButton({ id, count }: { id: number; count: number }) {
  const dispatch = useDispatch();
  const [failure, setFailure] = useState("");
  const save = async () => {
    const error = await saveFile("/product/import/refused/", { id: String(id) }, dispatch);
    setFailure(error ? errorReason(error) : "");
  };
  return (
    <>
      <button type="button" className="btn btn-line" onClick={() => void save()}>
        <Download className="ico ico-16" aria-hidden="true" />
        Download {counted(count, "row")} to mend
      </button>
      {failure && (
        <span className="tool-bad" role="alert">
          {failure}
        </span>
      )}
    </>
  );
}
