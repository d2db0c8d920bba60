import { Download } from "lucide-react";
import { useState } from "react";
import { useDispatch } from "react-redux";
import { downloadFile } from "@/shared/api/downloadFile";
import { errorReason } from "@/shared/api/errors";
import type { Role } from "@/shared/api/types";

/** Milliseconds between two tries while a worker makes the PDF, and how many there are. */
const pause = 2000;
const tries = 5;

interface InvoiceDownloadProps {
  /** Of a tax invoice or a credit note. */
  number: string;
  label: string;
  /** Text for assistive technology before the number, if the label does not contain it. */
  about?: string;
  /** The role whose session reads it. */
  reader: Role;
}

/** Downloads the PDF of an invoice. It waits some seconds while a worker makes the PDF. */
export function InvoiceDownload({ number, label, about, reader }: InvoiceDownloadProps) {
  const dispatch = useDispatch();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const save = async () => {
    setBusy(true);
    setFailure("");
    let error = await downloadFile("/invoice/pdf/", { number }, dispatch, reader);
    for (let left = tries - 1; error?.status === 503 && left > 0; left--) {
      await new Promise((done) => setTimeout(done, pause));
      error = await downloadFile("/invoice/pdf/", { number }, dispatch, reader);
    }
    setBusy(false);
    if (error) setFailure(error.status === 503 && error.message ? error.message : errorReason(error));
  };
  return (
    <>
      {failure && (
        <span className="bad" role="alert">
          {failure}
        </span>
      )}
      <button
        type="button"
        className={reader === "admin" ? "btn btn-line btn-sm" : "btn btn-line"}
        aria-disabled={isBusy}
        aria-label={about && !isBusy ? `${label} of ${about.toLowerCase()} ${number}` : undefined}
        onClick={() => isBusy || void save()}
      >
        {isBusy ? <span className="spin" /> : <Download className="ico ico-16" aria-hidden="true" />}
        {isBusy ? "Preparing the PDF" : label}
      </button>
    </>
  );
}
