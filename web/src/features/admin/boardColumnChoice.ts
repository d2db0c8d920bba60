import { useColumnChoice } from "@/shared/portal/columnChoice";

/** What one may leave out of the board's table; number, status and note always show. `name` is that of its cells. */
const columns = [
  { label: "Order", name: "order" },
  { label: "Product", name: "product" },
  { label: "Customer", name: "customer" },
  { label: "Age", name: "age" },
  { label: "Amount", name: "amount" },
] as const;

export function useBoardColumns() {
  const { shown, isShown, toggle } = useColumnChoice("board", columns);
  const hidden = columns.filter((column) => !shown.includes(column)).map(({ name }) => name);
  // The board has a view that is called columns already.
  return { hidden, menu: { word: "Fields", columns, isShown, onToggle: toggle } };
}
