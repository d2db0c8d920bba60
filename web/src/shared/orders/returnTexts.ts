import { pluralize } from "@/shared/format";

/** `30-day money-back guarantee`. */
export const guaranteeText = (days: number) => `${days}-day money-back guarantee`;

/** The same as a promise of the shop, in two lines. */
export const guaranteePromise = (days: number) => ({ title: pluralize(days, "day"), text: "Money-back guarantee" });
