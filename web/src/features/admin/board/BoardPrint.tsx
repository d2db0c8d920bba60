import { Printer } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useStore } from "react-redux";
import { useAppDispatch } from "@/app/hooks";
import { type BoardState, loadAllPages, ordersIn } from "@/shared/admin/orders/boardApi";
import { type BoardArgs, placedAt } from "@/shared/admin/orders/boardArgs";
import { totalOf, useBoardCounts } from "@/shared/admin/orders/boardCounts";
import { statuses } from "@/shared/api/types";
import { dayAndTime, grams, pluralize, rupees } from "@/shared/format";
import { itemTitle } from "@/shared/product/sizeText";
import { statusWord } from "@/shared/ui/StatusBadge";
import { type BoardRow, boardRows, rowsInFilter } from "./boardRows";
import { periodNames } from "./periods";
import { sortNames } from "./sortNames";
import type { BoardFilters } from "./useBoardFilters";

/** The lists that a view of the board shows. */
const listsShown = (args: BoardArgs, view: BoardFilters["view"]): BoardArgs[] =>
  view === "table" ? [args] : statuses.map((status) => ({ ...args, status }));

interface BoardSelection {
  args: BoardArgs;
  view: BoardFilters["view"];
}

/** Loads all pages of the lists, then opens the browser's print dialog. */
export function PrintButton({ args, view }: BoardSelection) {
  const dispatch = useAppDispatch();
  const [loading, setLoading] = useState(false);
  const print = async () => {
    setLoading(true);
    await Promise.all(listsShown(args, view).map((list) => dispatch(loadAllPages(list))));
    flushSync(() => setLoading(false));
    window.print();
  };
  return (
    <button type="button" className="btn btn-line" disabled={loading} onClick={() => void print()}>
      {loading ? <span className="spin" /> : <Printer className="ico ico-16" aria-hidden="true" />}
      <span className="word">{loading ? "Loading" : "Print"}</span>
    </button>
  );
}

interface PrintColumn {
  label: string;
  /** The table column that this one belongs to; undefined for a column that cannot be hidden. */
  name?: string;
  look?: "r" | "long";
  cell: (row: BoardRow) => ReactNode;
}

const columns: PrintColumn[] = [
  { label: "Order", cell: ({ order, place, of }) => (of > 1 ? `${order.id}, ${place} of ${of}` : order.id) },
  { label: "Product", name: "product", look: "long", cell: ({ item }) => itemTitle(item) },
  { label: "Weight", name: "product", look: "r", cell: ({ item }) => grams(item.weight) },
  { label: "Quantity", name: "product", look: "r", cell: ({ item }) => item.productQuantity },
  { label: "Customer", name: "customer", look: "long", cell: ({ order }) => order.customerName },
  { label: "Mobile number", name: "customer", cell: ({ order }) => order.customerPhone },
  { label: "Ordered", name: "age", cell: ({ order }) => dayAndTime(placedAt(order)) },
  { label: "Amount", name: "amount", look: "r", cell: ({ item }) => rupees(item.totalAmount) },
  {
    label: "Status",
    look: "long",
    cell: ({ item, order }) => [statusWord(item.status), order.statusText].filter(Boolean).join(", "),
  },
];

interface PrintViewProps extends BoardSelection {
  filters: BoardFilters;
  /** The hidden columns of the table. */
  hidden: string[];
}

/** The board's print layout: all loaded rows as a plain list, since the screen renders only visible rows. */
export function PrintView({ args, view, filters, hidden }: PrintViewProps) {
  const rows = usePrintRows(args, view);
  const counts = useBoardCounts(args);
  if (!rows) return null;
  const { search, period, sort } = filters;
  const shown = columns.filter(({ name }) => view === "columns" || !name || !hidden.includes(name));
  const whole = counts && totalOf(counts, view === "columns" ? null : args.status);
  const words = [
    countText(rows.length, whole),
    view === "table" && args.status && statusWord(args.status),
    period !== "all" && periodNames[period],
    search && `“${search}”`,
    sortNames[sort].says,
    dayAndTime(Date.now()),
  ];
  return (
    <section className="print-sheet" aria-label="On paper">
      <p>{words.filter(Boolean).join(" · ")}</p>
      <table>
        <thead>
          <tr>
            {shown.map(({ label, look }) => (
              <th key={label} scope="col" className={look}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {shown.map(({ label, look, cell }) => (
                <td key={label} className={look}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The number of items on the sheet. If the counts are unknown, there may be more items than are loaded. */
function countText(printed: number, whole: number | undefined): string {
  if (whole === undefined) return `${pluralize(printed, "item")} loaded`;
  return printed < whole ? `the first ${printed} of ${pluralize(whole, "item")}` : pluralize(printed, "item");
}

/**
 * Returns the rows while printing. Rendering is synchronous, because the browser prints after the event handlers
 * return.
 */
function usePrintRows(args: BoardArgs, view: BoardFilters["view"]): BoardRow[] | null {
  const store = useStore<BoardState>();
  const [rows, setRows] = useState<BoardRow[] | null>(null);
  useEffect(() => {
    const draw = () => {
      const loaded = listsShown(args, view).flatMap((list) =>
        rowsInFilter(boardRows(ordersIn(store.getState(), list)), list),
      );
      flushSync(() => setRows(loaded));
    };
    const clear = () => setRows(null);
    window.addEventListener("beforeprint", draw);
    window.addEventListener("afterprint", clear);
    return () => {
      window.removeEventListener("beforeprint", draw);
      window.removeEventListener("afterprint", clear);
    };
  }, [args, view, store]);
  return rows;
}
