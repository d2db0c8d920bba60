import type { BoardRow } from "@/features/admin/board/boardRows";
import { SelectAll } from "@/shared/admin/list/SelectAll";
import { SortableHeader } from "@/shared/admin/list/SortableHeader";
import type { Selection } from "@/shared/admin/list/useSelection";
import type { BoardSort } from "@/shared/admin/orders/boardArgs";

interface BoardTableHeadProps {
  rows: BoardRow[];
  selection: Selection;
  sort: BoardSort;
  onSort: (sort: BoardSort) => void;
}

export function BoardTableHead({ rows, selection, sort, onSort }: BoardTableHeadProps) {
  const by = { sort, onSort: (next: string) => onSort(next as BoardSort) };
  return (
    <thead>
      <tr>
        <th scope="col">
          <SelectAll label="Select all items shown" ids={rows.map((row) => row.id)} selection={selection} />
        </th>
        <th scope="col" className="c-order">
          Order
        </th>
        <th scope="col" className="c-product">
          Product
        </th>
        <SortableHeader label="Customer" className="c-customer" up="customer" down="customerDesc" {...by} />
        <SortableHeader label="Age" className="c-age" up="newest" down="oldest" {...by} />
        <SortableHeader label="Amount" className="c-amount r" up="amountAsc" down="amountDesc" {...by} />
        <th scope="col" className="c-payment">
          Payment
        </th>
        <th scope="col" className="c-status">
          Status
        </th>
        <th scope="col" className="c-note">
          Desk
        </th>
      </tr>
    </thead>
  );
}
