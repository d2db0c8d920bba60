import type { StoneOut } from "@/shared/api/schema";
import { grams, hundredthsOf } from "@/shared/format";

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
  const { ofStones, ofOthers } = partsOf(piece);
  const all: [string, string][] = [["Net weight (gold)", grams(weight)]];
  if (grossWeight) all.unshift(["Gross weight (whole piece)", grams(grossWeight)]);
  if (stones.length > 0) all.push(["Stones", `${grams(ofStones)} (${carats(caratsOf(stones))})`]);
  if (ofOthers > 0) all.push(["Other parts", grams(ofOthers)]);
  return all.length > 1 ? all : [];
}

/**
 * The grams of a piece that are stones, and those that are neither gold nor stones. The last of the parts is what the
 * shown gross weight leaves, so that the shown weights add up.
 */
function partsOf({ weight, grossWeight, stones = [] }: Weighed): { ofStones: number; ofOthers: number } {
  const ofStones = stoneGrams(stones);
  if (!grossWeight) return { ofStones, ofOthers: 0 };
  const rest = hundredthsOf(grossWeight) - hundredthsOf(weight);
  const more = rest - hundredthsOf(ofStones);
  if (grossWeight - weight - ofStones >= 0.005) return { ofStones, ofOthers: more / 100 };
  return { ofStones: Math.abs(more) > 1 ? ofStones : rest / 100, ofOthers: 0 };
}

/** `gross 5.19 gm: gold 4.85 gm, stones 0.24 gm, other parts 0.10 gm`; `4.85 gm` if it is all gold. */
export function weightText(piece: Weighed): string {
  const { weight, grossWeight, stones = [] } = piece;
  if (weightsOf(piece).length === 0) return grams(weight);
  const { ofStones, ofOthers } = partsOf(piece);
  const stonesPart = stones.length > 0 ? `, stones ${grams(ofStones)}` : "";
  const othersPart = ofOthers > 0 ? `, other parts ${grams(ofOthers)}` : "";
  return `${grossWeight ? `gross ${grams(grossWeight)}: ` : ""}gold ${grams(weight)}${stonesPart}${othersPart}`;
}
