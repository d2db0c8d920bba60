import type { ComponentPropsWithRef } from "react";
import { BoardRow } from "./BoardRow";
import type { BoardRow as Row } from "./boardRows";
import type { Selection } from "./useSelection";

interface BoardTableProps {
  rows: Row[];
  selection: Selection;
  onOpen: (orderId: number) => void;
  hand: ComponentPropsWithRef<"tbody">;
  busy: boolean;
}

export function BoardTable({ rows, selection, onOpen, hand, busy }: BoardTableProps) {
  const count = rows.filter((row) => selection.ids.has(row.id)).length;
  return (
    <table className="grid-t" aria-busy={busy}>
      <caption className="visually-hidden">Order items, newest first</caption>
      <thead>
        <tr>
          <th scope="col">
            <input
              className="form-check-input"
              type="checkbox"
              aria-label="Select all items shown"
              checked={count > 0 && count === rows.length}
              ref={(box) => {
                if (box) box.indeterminate = count > 0 && count < rows.length;
              }}
              onChange={(event) => selection.set(event.target.checked ? rows.map((row) => row.id) : [])}
            />
          </th>
          <th scope="col">Order</th>
          <th scope="col">Product</th>
          <th scope="col">Customer</th>
          <th scope="col" aria-sort="descending">
            Age
          </th>
          <th scope="col" className="r">
            Amount
          </th>
          <th scope="col">Status</th>
          <th scope="col">
            <span className="visually-hidden">Note</span>
          </th>
        </tr>
      </thead>
      <tbody {...hand}>
        {rows.map((row) => (
          <BoardRow
            key={row.id}
            row={row}
            selected={selection.ids.has(row.id)}
            onSelect={selection.toggle}
            onOpen={onOpen}
          />
        ))}
      </tbody>
    </table>
  );
}

const skeletonRows = Array.from({ length: 8 }, (_, index) => index);

/** Rows of the loaded table's height, while it loads. */
export function BoardSkeleton() {
  return (
    <table className="grid-t sk-t" aria-hidden="true">
      <tbody>
        {skeletonRows.map((index) => (
          <tr key={index}>
            <td className="c-sel" />
            <td className="c-order">
              <span className="sk" style={{ width: 44, height: 14 }} />
            </td>
            <td className="c-product">
              <div className="prodcell">
                <span className="thumb sk" />
                <span className="sk" style={{ width: 160 + (index % 3) * 28, height: 14 }} />
              </div>
            </td>
            <td className="c-customer">
              <span className="sk" style={{ width: 120, height: 14 }} />
            </td>
            <td className="c-amount">
              <span className="sk" style={{ width: 92, height: 14 }} />
            </td>
            <td className="c-status">
              <span className="sk" style={{ width: 132, height: 34 }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
