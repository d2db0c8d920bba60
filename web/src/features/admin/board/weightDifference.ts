import type { OrderItem } from "@/shared/api/types";
import { grams } from "@/shared/format";

/** In grams: a larger difference between a piece and its order is reported. */
export const tolerance = 0.05;

/** The expected weight of a piece on the scale, in grams, including its stones. */
export const orderedWeight = ({ weight, grossWeight }: Pick<OrderItem, "weight" | "grossWeight">) =>
  grossWeight ?? weight;

/** The difference to the order in grams. */
export const deviation = (weight: number, item: Pick<OrderItem, "weight" | "grossWeight">) =>
  Math.round((weight - orderedWeight(item)) * 1000) / 1000;

export const isOff = (difference: number) => Math.abs(difference) > tolerance;

/** `+0.01 to the order`, `0.82 gm more than the order, limit 0.05`; with three decimals if two are not enough. */
export function deviationText(difference: number): string {
  if (difference === 0) return "as ordered";
  const size = Math.abs(difference);
  const text = size.toFixed(Math.round(size * 1000) % 10 === 0 ? 2 : 3);
  if (!isOff(difference)) return `${difference > 0 ? "+" : "−"}${text} to the order`;
  return `${text} gm ${difference > 0 ? "more" : "less"} than the order, limit ${tolerance}`;
}

/** `24.31 gm on the scale, 0.82 gm more than the order, limit 0.05`; empty if nothing was weighed. */
export function weighedText(weights: readonly number[] | undefined, item: OrderItem): string {
  return (weights ?? [])
    .map((weight) => {
      const difference = deviation(weight, item);
      return `${grams(weight)} on the scale${isOff(difference) ? `, ${deviationText(difference)}` : ""}`;
    })
    .join("; ");
}
