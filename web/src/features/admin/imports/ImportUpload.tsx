import { CircleAlert, FileSpreadsheet } from "lucide-react";
import { useId, useState } from "react";
import { errorReason } from "@/shared/api/errors";
import { ImportPreview } from "./ImportPreview";
import { type ImportCheck, useCheckImportMutation, useStartImportMutation } from "./importsApi";

/** Checks the file without changing anything, and previews the effect of the import. */
export function ImportUpload({ onStarted }: { onStarted: (id: number) => void }) {
  const [sent, setSent] = useState<number>();
  const [preview, setPreview] = useState<ImportCheck>();
  const [failure, setFailure] = useState("");
  const [checkImport] = useCheckImportMutation();
  const [startImport, { isLoading: starting }] = useStartImportMutation();

  const check = async (file: File | undefined) => {
    if (!file || sent !== undefined) return;
    setPreview(undefined);
    setFailure("");
    setSent(0);
    const { data, error } = await checkImport({ file, onProgress: setSent });
    setSent(undefined);
    setPreview(data);
    if (error) setFailure(`${file.name}: ${errorReason(error)}`);
  };
  const start = async (id: number) => {
    setFailure("");
    const { error } = await startImport(id);
    if (error) setFailure(errorReason(error));
    else onStarted(id);
  };
  return (
    <>
      <section className="panel import-file" aria-label="File">
        <FileDrop sent={sent} onFile={(file) => void check(file)} />
        {failure && (
          <p className="form-failure" role="alert">
            <CircleAlert className="ico" aria-hidden="true" />
            {failure}
          </p>
        )}
      </section>
      {preview && <ImportPreview preview={preview} starting={starting} onStart={(id) => void start(id)} />}
    </>
  );
}

function FileDrop({ sent, onFile }: { sent: number | undefined; onFile: (file: File | undefined) => void }) {
  const id = useId();
  const [over, setOver] = useState(false);
  const busy = sent !== undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the file input is the control
    <div
      className={over ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFile(event.dataTransfer.files[0]);
      }}
    >
      <span className="call" aria-hidden="true">
        <FileSpreadsheet className="ico ico-24" />
        <span>
          <b>Drop a CSV file of products here</b> or <span className="textlink">choose one</span>
        </span>
      </span>
      <span id={`${id}-note`} className="muted">
        Up to 10,000 rows. The first row names the columns; the code says which product is meant. Columns that are left
        out stay as they are. An exported list can be imported again.
      </span>
      <input
        id={id}
        aria-label="CSV file of products"
        type="file"
        accept=".csv,.txt,.tsv,text/csv"
        aria-describedby={`${id}-note`}
        disabled={busy}
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          // Allow choosing the same file again after it was corrected.
          event.target.value = "";
        }}
      />
      {busy && (
        <div className="way" role="status">
          <progress aria-label="Upload" max={1} {...(sent < 1 && { value: sent })} />
          <span>{sent < 1 ? `Sending, ${Math.round(sent * 100)} %` : "Looking through every row"}</span>
        </div>
      )}
    </div>
  );
}
