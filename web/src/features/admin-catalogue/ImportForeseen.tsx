import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { counted, dayAndTime, whole } from "@/shared/format";
import type { Foreseen } from "./importsApi";
import { RefusedRowsButton } from "./RefusedRowsButton";
import { RowProblems } from "./RowProblems";

interface ImportForeseenProps {
  foreseen: Foreseen;
  beginning: boolean;
  onBegin: (id: number) => void;
}

/** What importing the file would do, counted, and the way to do it; or what is wrong with it, row by row. */
export function ImportForeseen({ foreseen, beginning, onBegin }: ImportForeseenProps) {
  const { id, partialId, fileName, problemCount, problems } = foreseen;
  return (
    <section className="panel foreseen" aria-label="What the import does">
      <header>
        <h2>{fileName}</h2>
        <Verdict foreseen={foreseen} />
      </header>
      <Counts foreseen={foreseen} />
      {problemCount > 0 && <RowProblems problems={problems} count={problemCount} label="Rows to mend" />}
      {partialId !== null && (
        <div className="go">
          <RefusedRowsButton id={partialId} count={foreseen.badRows} />
          <span className="muted">Each with its reason: mend them there, and choose that file.</span>
        </div>
      )}
      <Ready foreseen={foreseen} id={id ?? partialId} beginning={beginning} onBegin={onBegin} />
    </section>
  );
}

function Verdict({ foreseen: { badRows, created, updated } }: { foreseen: Foreseen }) {
  if (badRows > 0)
    return (
      <p className="note bad" role="alert">
        <CircleAlert aria-hidden="true" />
        {counted(badRows, "row")} must be mended first. Nothing was imported: mend them in your file and choose it again
        {created + updated > 0 ? ", or import the other rows without them" : ""}.
      </p>
    );
  if (created + updated === 0)
    return (
      <p className="note ok" role="status">
        <CircleCheck aria-hidden="true" />
        Every row is in the shop already: there is nothing to import.
      </p>
    );
  return (
    <p className="note ok" role="status">
      <CircleCheck aria-hidden="true" />
      Every row is fit. Nothing has changed yet.
    </p>
  );
}

function Counts({ foreseen: { rows, created, updated, unchanged, badRows } }: { foreseen: Foreseen }) {
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
          <dd>{whole(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Ready({ foreseen, id, beginning, onBegin }: ImportForeseenProps & { id: number | null }) {
  const { created, updated, changes, before, badRows } = foreseen;
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
          {changes.length < toDo ? `The first ${whole(changes.length)} of ${whole(toDo)} rows` : counted(toDo, "row")}
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
          disabled={beginning}
          onClick={() => onBegin(id)}
        >
          {beginning && <span className="spin" />}
          Import {counted(toDo, "row")}
          {badRows > 0 && ` without the ${badRows === 1 ? "one" : whole(badRows)} to mend`}
        </button>
        <span className="muted">Shoppers see each change at once.</span>
      </div>
    </>
  );
}
