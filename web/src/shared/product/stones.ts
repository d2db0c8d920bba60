import type { StoneOut } from "@/shared/api/schema";
import { grams } from "@/shared/format";

/** The weights of a piece or an order line, in grams. Events of an earlier version have no stones. */
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

/** Each weight of a piece with its name; empty if it is all gold. */
export function weightsOf(piece: Weighed): [string, string][] {
  const { weight, grossWeight, stones = [] } = piece;
  const ofStones = stoneGrams(stones);
  const other = otherParts(piece);
  const all: [string, string][] = [["Net weight (gold)", grams(weight)]];
  if (grossWeight) all.unshift(["Gross weight (whole piece)", grams(grossWeight)]);
  if (stones.length > 0) all.push(["Stones", `${grams(ofStones)} (${carats(caratsOf(stones))})`]);
  if (other > 0) all.push(["Other parts", grams(other)]);
  return all.length > 1 ? all : [];
}

/** The grams of a piece that are neither gold nor stones; 0 where they are fewer than are shown. */
function otherParts({ weight, grossWeight, stones = [] }: Weighed): number {
  const other = (grossWeight ?? 0) - weight - stoneGrams(stones);
  return other >= 0.005 ? other : 0;
}

/** `gross 5.19 gm: gold 4.85 gm, stones 0.24 gm, other parts 0.10 gm`; `4.85 gm` if it is all gold. */
export function weightText(piece: Weighed): string {
  const { weight, grossWeight, stones = [] } = piece;
  if (weightsOf(piece).length === 0) return grams(weight);
  const ofStones = stones.length > 0 ? `, stones ${grams(stoneGrams(stones))}` : "";
  const other = otherParts(piece);
  const ofOthers = other > 0 ? `, other parts ${grams(other)}` : "";
  return `${grossWeight ? `gross ${grams(grossWeight)}: ` : ""}gold ${grams(weight)}${ofStones}${ofOthers}`;
}
