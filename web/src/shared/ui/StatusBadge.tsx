const looks: Record<string, string> = {
  ordered: "st-ordered",
  packed: "st-packed",
  shipped: "st-shipped",
  delivered: "st-delivered",
  cancelled: "st-cancelled",
};

export const statusWord = (status: string) => status.charAt(0).toUpperCase() + status.slice(1);

/** Any other text that an order's status may hold looks like "packed", the quiet one. */
export function StatusBadge({ status }: { status: string }) {
  return <span className={`badge-st ${looks[status.toLowerCase()] ?? "st-packed"}`}>{statusWord(status)}</span>;
}
