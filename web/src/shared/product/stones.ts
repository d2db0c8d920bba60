import type { StoneOut } from "@/shared/api/schema";
import { grams } from "@/shared/format";

/** What a piece or an order line says of its weights, in grams. Events of an older release have no stones. */
export interface Weighed {
  weight: number;
  grossWeight?: number | null;
  stones?: StoneOut[];
}

const gramsPerCarat = 0.2;
const caratFormat = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 3 });

/** `0.52 ct` */
export const carats = (amount: number) => `${caratFormat.format(amount)} ct`;

export const caratsOf = (stones: Pick<StoneOut, "carats">[]) => stones.reduce((sum, stone) => sum + stone.carats, 0);
export const stoneGrams = (stones: Pick<StoneOut, "carats">[]) =>
  Math.round(caratsOf(stones) * gramsPerCarat * 1000) / 1000;

/** `Ruby × 1, 0.85 ct; Diamond × 30, 0.36 ct` */
export const stonesText = (stones: StoneOut[]) =>
  stones.map(({ kind, count, carats: weight }) => `${kind} × ${count}, ${carats(weight)}`).join("; ");

/** Each weight of a piece with its name; empty where it is all gold. */
export function weightsOf({ weight, grossWeight, stones = [] }: Weighed): [string, string][] {
  const ofStones = stoneGrams(stones);
  const other = (grossWeight ?? 0) - weight - ofStones;
  const all: [string, string][] = [["Net weight (gold)", grams(weight)]];
  if (grossWeight) all.unshift(["Gross weight (whole piece)", grams(grossWeight)]);
  if (stones.length > 0) all.push(["Stones", `${grams(ofStones)} (${carats(caratsOf(stones))})`]);
  if (grossWeight && other >= 0.005) all.push(["Other parts", grams(other)]);
  return all.length > 1 ? all : [];
}

/** `Whole piece 5.09 gm: gold 4.85 gm, stones 0.24 gm`; `4.85 gm` where it is all gold. */
export function weightText(piece: Weighed): string {
  const { weight, grossWeight, stones = [] } = piece;
  if (weightsOf(piece).length === 0) return grams(weight);
  const ofStones = stones.length > 0 ? `, stones ${grams(stoneGrams(stones))}` : "";
  return `${grossWeight ? `gross ${grams(grossWeight)}: ` : ""}gold ${grams(weight)}${ofStones}`;
}
