import { CircleAlert } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { SortHead } from "./SortHead";

export interface Column<T> {
  label: string;
  /** Not shown until someone asks for it. */
  optional?: boolean;
  cell: (row: T) => ReactNode;
  numeric?: boolean;
  /** The server's words for sorting by this column. */
  up?: string;
  down?: string;
}

interface ListTableProps<T> {
  label: string;
  columns: Column<T>[];
  rows: T[];
  idOf: (row: T) => number | string;
  actions?: (row: T) => ReactNode;
  /** What went wrong with a row, by its id. */
  failures?: Record<number | string, string>;
  sort: string;
  busy: boolean;
  /** Not needed where no column can be sorted by. */
  onSort?: (sort: string) => void;
}

/** Rows under sortable heads; on a phone each row is a card whose cells carry their heads' names. */
export function ListTable<T>({ columns, rows, idOf, actions, failures = {}, sort, ...rest }: ListTableProps<T>) {
  return (
    <table className="list-t" aria-label={rest.label} aria-busy={rest.busy}>
      <thead>
        <tr>
          {columns.map((column) => (
            <SortHead
              key={column.label}
              label={column.label}
              className={column.numeric ? "r" : undefined}
              up={column.up}
              down={column.down}
              sort={sort}
              onSort={rest.onSort}
            />
          ))}
          {actions && (
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={idOf(row)}>
            <tr className={failures[idOf(row)] ? "failed" : undefined}>
              {columns.map(({ label, cell, numeric }) => (
                <td key={label} data-label={label} className={numeric ? "r n" : undefined}>
                  {cell(row)}
                </td>
              ))}
              {actions && <td className="acts">{actions(row)}</td>}
            </tr>
            {failures[idOf(row)] && (
              <tr className="row-says">
                <td colSpan={columns.length + (actions ? 1 : 0)}>
                  <p className="note bad" role="alert">
                    <CircleAlert aria-hidden="true" />
                    {failures[idOf(row)]}
                  </p>
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
