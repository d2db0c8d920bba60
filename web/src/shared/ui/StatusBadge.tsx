import type { OrderStatus } from "@/shared/api/types";

const statusClasses: Record<OrderStatus, string> = {
  ordered: "st-ordered",
  packed: "st-packed",
  shipped: "st-shipped",
  delivered: "st-delivered",
  cancelled: "st-cancelled",
};

export const statusWord = (status: string) => status.charAt(0).toUpperCase() + status.slice(1);

/** Any other status text gets the neutral style of "packed". */
export function StatusBadge({ status }: { status: string }) {
  return (
    <span className={`badge-st ${statusClasses[status.toLowerCase() as OrderStatus] ?? "st-packed"}`}>
      {statusWord(status)}
    </span>
  );
}
