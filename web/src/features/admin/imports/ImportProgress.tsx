import { CircleAlert, CircleCheck } from "lucide-react";
import { dayAndTime, pluralize, wholeNumber } from "@/shared/format";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { type ProductImport, useProductImportQuery } from "./importsApi";
import { RejectedRowsButton } from "./RejectedRowsButton";
import { RowProblems } from "./RowProblems";

/** The progress of one import, updated live, and its result. */
export function ImportProgress({ id, onAnother }: { id: number; onAnother: () => void }) {
  const { data, error, refetch } = useProductImportQuery(id);
  if (!data && error) return <LoadError title="Failed to load the import" error={error} onRetry={refetch} />;
  if (!data) return <div className="sk import-sk" role="status" aria-label="Loading the import" />;
  const { fileName, adminName, startedAt, status, done, toDo, stopped } = data;
  return (
    <section className="panel foreseen" aria-label="Import">
      <header>
        <h2>{fileName}</h2>
        <p className="muted">
          {adminName}, {dayAndTime(startedAt)}
        </p>
      </header>
      <div className="import-way">
        <progress aria-label={`Import of ${fileName}`} max={Math.max(1, toDo)} value={done} />
        <p role="status">
          <b className="n">
            {wholeNumber(done)} of {wholeNumber(toDo)} rows
          </b>
          <span className="muted">{status === "done" ? "" : "You may leave this page; the import goes on."}</span>
        </p>
      </div>
      {stopped && (
        <p className="note bad" role="alert">
          <CircleAlert aria-hidden="true" />
          The import stands still: its work failed again and again. What is in stays in. It goes on once it is retried
          on the <Link to="/admin/operations">Operations</Link> page.
        </p>
      )}
      {status === "done" && <Result done={data} />}
      {data.problems.length > 0 && (
        <>
          <RowProblems
            problems={data.problems}
            count={data.refused + data.leftOut}
            label="Rows that were not brought in"
          />
          <div className="go">
            <RejectedRowsButton id={id} count={data.refused + data.leftOut} />
          </div>
        </>
      )}
      {status === "done" && (
        <div className="go">
          <button type="button" className="btn btn-line" onClick={onAnother}>
            Import another file
          </button>
          <Link className="textlink" to="/admin/product">
            See the products
          </Link>
        </div>
      )}
    </section>
  );
}

function Result({ done }: { done: ProductImport }) {
  const words = importedText(done);
  if (done.refused + done.leftOut === 0)
    return (
      <p className="note ok" role="status">
        <CircleCheck aria-hidden="true" />
        {words}.
      </p>
    );
  return (
    <p className="note bad" role="alert">
      <CircleAlert aria-hidden="true" />
      {words}.{done.leftOut > 0 && ` ${pluralize(done.leftOut, "row")} did not fit and ${were(done.leftOut)} left out.`}
      {done.refused > 0 &&
        ` ${pluralize(done.refused, "row")} no longer fitted the shop and ${were(done.refused)} left out.`}
    </p>
  );
}

const were = (count: number) => (count === 1 ? "was" : "were");

/** `12 products added, 3 changed` */
export function importedText({ created, updated, unchanged }: ProductImport): string {
  const parts = [
    created > 0 && `${wholeNumber(created)} ${created === 1 ? "product" : "products"} added`,
    updated > 0 && `${wholeNumber(updated)} changed`,
    unchanged > 0 && `${wholeNumber(unchanged)} unchanged`,
  ].filter(Boolean);
  return parts.join(", ") || "Nothing changed";
}
