import { CircleAlert } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { SelectAll } from "./SelectAll";
import { SortableHeader } from "./SortableHeader";
import type { Selection } from "./useSelection";

export interface Column<T> {
  label: string;
  /** Hidden by default. */
  optional?: boolean;
  cell: (row: T) => ReactNode;
  numeric?: boolean;
  /** The API's values of `sort` for this column. */
  up?: string;
  down?: string;
}

/** Set if rows can be selected for bulk actions. */
export interface Picking<T> {
  selection: Selection;
  idOf: (row: T) => number;
  nameOf: (row: T) => string;
}

interface ListTableProps<T> {
  label: string;
  columns: Column<T>[];
  rows: T[];
  idOf: (row: T) => number | string;
  picking?: Picking<T>;
  actions?: (row: T) => ReactNode;
  /** Errors by row id. */
  failures?: Record<number | string, string>;
  /** Whether the rows are being loaded again. */
  busy?: boolean;
  /** These two are not needed without sortable columns. */
  sort?: string;
  onSort?: (sort: string) => void;
}

/** A table with sortable headers; on a phone each row is a card with labelled cells. */
export function ListTable<T>({ columns, rows, idOf, picking, actions, failures = {}, ...rest }: ListTableProps<T>) {
  const wide = columns.length + (picking ? 1 : 0) + (actions ? 1 : 0);
  return (
    <table className="list-t" aria-label={rest.label} aria-busy={rest.busy}>
      <thead>
        <tr>
          {picking && (
            <th scope="col" className="pick">
              <SelectAll label="Select all shown" ids={rows.map(picking.idOf)} selection={picking.selection} />
            </th>
          )}
          {columns.map((column) => (
            <SortableHeader
              key={column.label}
              label={column.label}
              className={column.numeric ? "r" : undefined}
              up={column.up}
              down={column.down}
              sort={rest.sort}
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
            <tr
              className={
                failures[idOf(row)] ? "failed" : picking?.selection.ids.has(picking.idOf(row)) ? "sel" : undefined
              }
            >
              {picking && <Pick id={picking.idOf(row)} name={picking.nameOf(row)} selection={picking.selection} />}
              {columns.map(({ label, cell, numeric }) => (
                <td key={label} data-label={label} className={numeric ? "r n" : undefined}>
                  {cell(row)}
                </td>
              ))}
              {actions && <td className="acts">{actions(row)}</td>}
            </tr>
            {failures[idOf(row)] && (
              <tr className="row-says">
                <td colSpan={wide}>
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

function Pick({ id, name, selection }: { id: number; name: string; selection: Selection }) {
  return (
    <td className="pick">
      <label>
        <input
          className="form-check-input"
          type="checkbox"
          aria-label={`Select ${name}`}
          checked={selection.ids.has(id)}
          onChange={(event) => selection.toggle(id, event.target.checked)}
        />
      </label>
    </td>
  );
}
