import { dayAndTime, wholeNumber } from "@/shared/format";
import { LoadError } from "@/shared/ui/LoadError";
import { importedText } from "./ImportProgress";
import { type ProductImport, useProductImportsQuery } from "./importsApi";

interface ImportHistoryProps {
  shownId: number | null;
  onShow: (id: number) => void;
}

/** The imports, newest first; running ones are updated live. */
export function ImportHistory({ shownId, onShow }: ImportHistoryProps) {
  const { data, error, refetch } = useProductImportsQuery();
  if (!data && error) return <LoadError title="Failed to load the imports" error={error} onRetry={refetch} />;
  if (!data?.length) return null;
  return (
    <section className="panel list import-history" aria-labelledby="imports-title">
      <h2 id="imports-title">Imports</h2>
      <table className="list-t" aria-labelledby="imports-title">
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">By</th>
            <th scope="col">Begun</th>
            <th scope="col">What became of it</th>
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr key={row.id} className={row.id === shownId ? "sel" : undefined}>
              <td data-label="File">
                <button
                  type="button"
                  className="btn-text textlink"
                  aria-current={row.id === shownId || undefined}
                  onClick={() => onShow(row.id)}
                >
                  {row.fileName}
                </button>
              </td>
              <td data-label="By">{row.adminName}</td>
              <td data-label="Begun">{dayAndTime(row.startedAt)}</td>
              <td data-label="What became of it">{stateText(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function stateText(row: ProductImport): string {
  if (row.status !== "done") return `Under way: ${wholeNumber(row.done)} of ${wholeNumber(row.toDo)} rows`;
  const out = row.refused + row.leftOut;
  return out ? `${importedText(row)}, ${wholeNumber(out)} left out` : importedText(row);
}
