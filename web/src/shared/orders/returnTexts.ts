import { endOfDay, pluralize } from "@/shared/format";

/** `30-day money-back guarantee`. */
export const guaranteeText = (days: number) => `${days}-day money-back guarantee`;

/** The same as a promise of the shop, in two lines. */
export const guaranteePromise = (days: number) => ({ title: pluralize(days, "day"), text: "Money-back guarantee" });

/** When the last day ends on which a piece can be returned, in milliseconds. */
export const returnableUntil = (deliveredAt: string, days: number) =>
  days > 0 ? endOfDay(deliveredAt, days) : Date.parse(deliveredAt);
