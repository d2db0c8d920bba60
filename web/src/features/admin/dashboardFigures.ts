import type { Order } from "@/shared/api/types";
import { placedAt } from "./boardArgs";

export interface DayFigures {
  orders: number;
  sales: number;
}

const dayLong = 24 * 3_600_000;
const dayInIndia = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" });
const dayOf = (moment: number) => dayInIndia.format(new Date(moment));

/** Yesterday's date, as the shop in India counts its days. */
export const dayBefore = (now: number) => dayOf(now - dayLong);

/** Today's orders, and yesterday's up to the same hour. */
export function figuresOf(orders: Order[], now: number): { today: DayFigures; before: DayFigures } {
  const figures = { today: { orders: 0, sales: 0 }, before: { orders: 0, sales: 0 } };
  for (const order of orders) {
    const at = Date.parse(placedAt(order) ?? "");
    const day = Number.isNaN(at) ? undefined : dayOf(at);
    const which =
      day === dayOf(now) ? figures.today : day === dayBefore(now) && at <= now - dayLong ? figures.before : undefined;
    if (!which) continue;
    which.orders += 1;
    which.sales += order.totalAmount;
  }
  return figures;
}

/** `2 more than`, `18 % less than`; no percentage of nothing. */
export function compared(today: number, before: number, inPercent = false): string {
  if (today === before) return inPercent ? "as much as" : "as many as";
  const word = today > before ? "more than" : "less than";
  if (!inPercent) return `${Math.abs(today - before)} ${today > before ? "more than" : "fewer than"}`;
  return before === 0 ? word : `${Math.round((Math.abs(today - before) / before) * 100)} % ${word}`;
}
