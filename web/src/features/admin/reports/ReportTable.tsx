import { type ReactNode, useId } from "react";
import { DownloadButton } from "@/shared/admin/list/ExportButton";
import { useMay } from "@/shared/admin/permissions";

export interface ReportColumn<T> {
  label: string;
  /** Figures are aligned to the right. */
  isFigure?: boolean;
  /** Only controls, which are not printed. */
  isControl?: boolean;
  cell: (row: T) => ReactNode;
  /** The value in the last row, for all rows. */
  total?: ReactNode;
}

interface ReportTableProps<T> {
  title: string;
  about?: string;
  month: string;
  /** The part of the report in the file. */
  part: string;
  columns: ReportColumn<T>[];
  rows: T[];
  idOf: (row: T) => string | number;
  empty: string;
  children?: ReactNode;
}

/** A table of the report with its sums and a button that downloads it. */
export function ReportTable<T>(props: ReportTableProps<T>) {
  const { title, about, month, part, columns, rows, idOf, empty, children } = props;
  const id = useId();
  const mayExport = useMay("export_report");
  const hasTotal = rows.length > 0 && columns.some(({ total }) => total !== undefined);
  return (
    <section className="panel report-part" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {about && <span className="sub">{about}</span>}
        {mayExport && (
          <DownloadButton
            path="/report/"
            params={{ flag: "csv", month, part }}
            failed="Export failed."
            className="btn btn-line btn-sm"
          >
            {() => (
              <>
                CSV<span className="visually-hidden"> of {title}</span>
              </>
            )}
          </DownloadButton>
        )}
      </header>
      {rows.length === 0 ? (
        <p className="none">{empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls, also by keyboard
        <section className="report-scroll" aria-label={`${title}: table`} tabIndex={0}>
          <table className="report-t" aria-labelledby={id}>
            <thead>
              <tr>
                {columns.map(({ label, isFigure, isControl }) => (
                  <th key={label} scope="col" className={isControl ? "screen-only" : isFigure ? "r" : undefined}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={idOf(row)}>
                  {columns.map(({ cell, ...column }) => (
                    <td key={column.label} className={cellClass(column)}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            {hasTotal && (
              <tfoot>
                <tr>
                  {columns.map((column) => (
                    <td key={column.label} className={cellClass(column)}>
                      {column.total}
                    </td>
                  ))}
                </tr>
              </tfoot>
            )}
          </table>
        </section>
      )}
      {children}
    </section>
  );
}

const cellClass = ({ isFigure, isControl }: Pick<ReportColumn<never>, "isFigure" | "isControl">) =>
  isControl ? "screen-only" : isFigure ? "r n" : undefined;
