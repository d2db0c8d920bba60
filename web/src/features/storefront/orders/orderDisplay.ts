import { allStatuses, type OrderLine, type OrderStatus, type StatusHistory } from "@/shared/api/types";
import { isWindowPast } from "@/shared/delivery/windowText";
import { dayOf } from "@/shared/format";
import { goldInMrp } from "@/shared/product/goldInMrp";
import { statusWord } from "@/shared/ui/StatusBadge";

export interface ShownOrder {
  orderId: number;
  lines: OrderLine[];
}

/** Groups lines by order and keeps their order. */
export function groupByOrder(lines: OrderLine[]): ShownOrder[] {
  const orders = new Map<number, OrderLine[]>();
  for (const line of lines) orders.set(line.orderId, [...(orders.get(line.orderId) ?? []), line]);
  return [...orders].map(([orderId, its]) => ({ orderId, lines: its }));
}

export const stepOf = (status: OrderStatus) => allStatuses.indexOf(status);

/** A status can be reset to an earlier one; the timeline shows it. */
export function historyLabel({ status, from }: StatusHistory): string {
  const word = statusWord(status);
  return from && stepOf(from) > stepOf(status) ? `Back to ${word}` : word;
}

const dayLength = 24 * 60 * 60 * 1000;

/** The Indian day that is some days after a moment; empty without one. */
const dayAfter = (moment: string | null, days: number) => (moment ? dayOf(Date.parse(moment) + days * dayLength) : "");

const latestDay = ({ deliveryDate, orderedAt }: Pick<OrderLine, "deliveryDate" | "orderedAt">) =>
  deliveryDate ?? dayAfter(orderedAt, 5);

/**
 * The first and the last day of delivery, which are those of the order, or else 3 to 5 days after it; null when they
 * are past.
 */
export function expectedDelivery(
  { deliveryFrom, deliveryDate, orderedAt }: Pick<OrderLine, "deliveryFrom" | "deliveryDate" | "orderedAt">,
  now: number,
): [string, string] | null {
  const latest = latestDay({ deliveryDate, orderedAt });
  const earliest = deliveryFrom ?? (deliveryDate ? deliveryDate : dayAfter(orderedAt, 3));
  return isWindowPast(latest, now) ? null : [earliest, latest];
}

/** The time since which an item is late, and its status; null if it is not late. */
export function lateness(line: OrderLine, now: number): { since: string; why: string } | null {
  if (line.status === "delivered" || line.status === "cancelled" || expectedDelivery(line, now)) return null;
  const since = latestDay(line);
  return since ? { since, why: whyLate(line) } : null;
}

function whyLate({ status, courier, payment }: OrderLine): string {
  if (status === "shipped") return courier ? `It is with ${courier}.` : "It is with the courier.";
  if (status === "packed") return "It is packed, and waits for the courier.";
  if (payment.method !== "cod" && payment.due > 0) return "We wait for its payment.";
  return "It is not packed yet.";
}

/**
 * The fixed gold value of one piece. The total was rounded to whole rupees, and the gold value includes the difference.
 */
export function fixedGoldValue({ itemTotalAmount, productQuantity, discount, ...line }: OrderLine) {
  return goldInMrp({ mrp: itemTotalAmount / productQuantity + discount, ...line });
}

export const invoicePath = (orderId: number) => `/my-orders/${orderId}/invoice`;
