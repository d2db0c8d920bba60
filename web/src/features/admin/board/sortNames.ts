import type { BoardSort } from "@/shared/admin/orders/boardArgs";

/** The names of the board's sort orders: in the menu and in the toolbar. */
export const sortNames: Record<BoardSort, { choice: string; says: string }> = {
  newest: { choice: "Newest first", says: "newest first" },
  oldest: { choice: "Oldest first", says: "oldest first" },
  amountDesc: { choice: "Highest order amount", says: "highest order amount first" },
  amountAsc: { choice: "Lowest order amount", says: "lowest order amount first" },
  customer: { choice: "Customer, A to Z", says: "by customer" },
  customerDesc: { choice: "Customer, Z to A", says: "by customer, from Z to A" },
};
