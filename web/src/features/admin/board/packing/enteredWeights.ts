import type { Piece } from "./pieces";
import type { PackingTexts } from "./usePackingTexts";

const form = /^\+?\s*(\d{1,7}(?:[.,]\d{1,3})?)\s*(?:g|gm)?$/i;
/** The format of a scale: codes and tracking numbers have no such point or unit. */
const scaleForm = /^\+?\s*\d{1,7}(?:[.,]\d{1,3}\s*(?:g|gm)?|\s*(?:g|gm))$/i;

/** Grams as a person or a scale types them; null if it is no weight. */
export function readWeight(text: string): number | null {
  const grams = Number(form.exec(text.trim())?.[1]?.replace(",", "."));
  return grams > 0 ? grams : null;
}

export const isFromScale = (text: string) => scaleForm.test(text.trim()) && readWeight(text) !== null;

/** The weights of an item's pieces, as they will be saved. */
export const weightsOf = (texts: PackingTexts, itemId: number): number[] =>
  (texts[itemId] ?? []).flatMap((text) => readWeight(text) ?? []);

/** Whether every piece of an item is weighed. */
export const isWeighed = ({ item }: Piece, texts: PackingTexts) =>
  weightsOf(texts, item.itemId).length >= item.productQuantity;

/** The item on the scale: the first of these that is to be packed and not weighed. */
export const pieceToWeigh = (candidates: (Piece | undefined)[], texts: PackingTexts): Piece | undefined =>
  candidates.find((piece) => piece?.isOpen && !isWeighed(piece, texts));

/** The fields of an item: one for each piece that was weighed, and one for the next. */
export function weightFields({ item }: Piece, texts: PackingTexts): string[] {
  const entered = texts[item.itemId] ?? [];
  return entered.length < item.productQuantity ? [...entered, ""] : entered;
}

/** The text that cannot be read as a weight; undefined if there is none. */
export const unreadable = (pieces: Piece[], texts: PackingTexts): string | undefined =>
  pieces
    .filter(({ isOpen }) => isOpen)
    .flatMap(({ item }) => texts[item.itemId] ?? [])
    .find((text) => text !== "" && readWeight(text) === null);
