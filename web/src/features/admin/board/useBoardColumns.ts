import { useColumnChoice } from "@/shared/admin/list/useColumnChoice";

/** Columns of the board's table that can be hidden. `name` is the class suffix of the cells. */
const columns = [
  { label: "Order", name: "order" },
  { label: "Product", name: "product" },
  { label: "Customer", name: "customer" },
  { label: "Age", name: "age" },
  { label: "Amount", name: "amount" },
  { label: "Payment", name: "payment" },
] as const;

export function useBoardColumns() {
  const { shown, isShown, toggle } = useColumnChoice("board", columns);
  const hidden = columns.filter((column) => !shown.includes(column)).map(({ name }) => name);
  // "Columns" is already the name of a view of the board.
  return { hidden, menu: { word: "Fields", columns, isShown, onToggle: toggle } };
}
