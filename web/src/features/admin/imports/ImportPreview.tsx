import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { dayAndTime, pluralize, wholeNumber } from "@/shared/format";
import type { ImportCheck } from "./importsApi";
import { RejectedRowsButton } from "./RejectedRowsButton";
import { RowProblems } from "./RowProblems";

interface ImportPreviewProps {
  preview: ImportCheck;
  starting: boolean;
  onStart: (id: number) => void;
}

/** The effect of an import and the button that starts it, or the errors of the file by row. */
export function ImportPreview({ preview, starting, onStart }: ImportPreviewProps) {
  const { id, partialId, fileName, problemCount, problems } = preview;
  return (
    <section className="panel foreseen" aria-label="What the import does">
      <header>
        <h2>{fileName}</h2>
        <CheckResult check={preview} />
      </header>
      <Counts check={preview} />
      {problemCount > 0 && <RowProblems problems={problems} count={problemCount} label="Rows to mend" />}
      {partialId !== null && (
        <div className="go">
          <RejectedRowsButton id={partialId} count={preview.badRows} />
          <span className="muted">Each with its reason: mend them there, and choose that file.</span>
        </div>
      )}
      {preview.noteCount > 0 && <Notes preview={preview} />}
      <Ready preview={preview} id={id ?? partialId} starting={starting} onStart={onStart} />
    </section>
  );
}

/** Values of valid rows that have no effect. */
function Notes({ preview: { notes, noteCount } }: { preview: ImportCheck }) {
  return (
    <>
      <p className="note">
        <Info aria-hidden="true" />
        {pluralize(noteCount, "value of the file has", "values of the file have")} no effect.
      </p>
      <RowProblems problems={notes} count={noteCount} label="Values without effect" heading="Why" word="value" />
    </>
  );
}

function CheckResult({ check: { badRows, created, updated, noteCount } }: { check: ImportCheck }) {
  if (badRows > 0)
    return (
      <p className="note bad" role="alert">
        <CircleAlert aria-hidden="true" />
        {pluralize(badRows, "row")} must be mended first. Nothing was imported: mend them in your file and choose it
        again
        {created + updated > 0 ? ", or import the other rows without them" : ""}.
      </p>
    );
  if (created + updated === 0)
    return (
      <p className="note ok" role="status">
        <CircleCheck aria-hidden="true" />
        {noteCount > 0 ? "No row changes anything" : "Every row is in the shop already"}: there is nothing to import.
      </p>
    );
  return (
    <p className="note ok" role="status">
      <CircleCheck aria-hidden="true" />
      Every row is fit. Nothing has changed yet.
    </p>
  );
}

function Counts({ check: { rows, created, updated, unchanged, badRows } }: { check: ImportCheck }) {
  const figures = [
    { label: "Rows", value: rows },
    { label: "New", value: created },
    { label: "Changed", value: updated },
    { label: "Unchanged", value: unchanged },
    { label: "To mend", value: badRows, bad: badRows > 0 },
  ];
  return (
    <dl className="figures-row">
      {figures.map(({ label, value, bad }) => (
        <div key={label} className={bad ? "bad" : undefined}>
          <dt>{label}</dt>
          <dd>{wholeNumber(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Ready({ preview, id, starting, onStart }: ImportPreviewProps & { id: number | null }) {
  const { created, updated, changes, before, badRows } = preview;
  const toDo = created + updated;
  if (toDo === 0 || id === null) return null;
  return (
    <>
      {before && (
        <p className="note">
          <Info aria-hidden="true" />
          {before.adminName} imported this very file on {dayAndTime(before.startedAt)}; the shop has changed since.
        </p>
      )}
      <details className="foreseen-rows">
        <summary>
          {changes.length < toDo
            ? `The first ${wholeNumber(changes.length)} of ${wholeNumber(toDo)} rows`
            : pluralize(toDo, "row")}
        </summary>
        <div className="rows-box">
          <table className="list-t plain">
            <thead>
              <tr>
                <th scope="col" className="r">
                  Row
                </th>
                <th scope="col">Code</th>
                <th scope="col">What changes</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ row, code, outcome, columns }) => (
                <tr key={row}>
                  <td className="r n">{row}</td>
                  <td className="n">{code}</td>
                  <td>{outcome === "created" ? "New product" : columns.join(", ")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
      <div className="go">
        <button
          type="button"
          className={badRows > 0 ? "btn btn-line" : "btn btn-primary"}
          disabled={starting}
          onClick={() => onStart(id)}
        >
          {starting && <span className="spin" />}
          Import {pluralize(toDo, "row")}
          {badRows > 0 && ` without the ${badRows === 1 ? "one" : wholeNumber(badRows)} to mend`}
        </button>
        <span className="muted">Shoppers see each change at once.</span>
      </div>
    </>
  );
}
