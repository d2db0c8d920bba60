import type { BoardSort } from "./boardArgs";

/** The board's orders in words: as a choice, and as the strip says them. */
export const sortNames: Record<BoardSort, { choice: string; says: string }> = {
  newest: { choice: "Newest first", says: "newest first" },
  oldest: { choice: "Oldest first", says: "oldest first" },
  amountDesc: { choice: "Highest order amount", says: "highest order amount first" },
  amountAsc: { choice: "Lowest order amount", says: "lowest order amount first" },
  customer: { choice: "Customer, A to Z", says: "by customer" },
  customerDesc: { choice: "Customer, Z to A", says: "by customer, from Z to A" },
};
