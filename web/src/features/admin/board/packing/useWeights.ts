import { useRef } from "react";
import { usePackingTexts } from "./usePackingTexts";

export const weightFieldId = (itemId: number, at: number) => `weight-${itemId}-${at}`;

/** The weights that the scale showed for the pieces of an order. They are saved when the pieces are marked packed. */
export function useWeights(orderId: number) {
  const { texts, now, set } = usePackingTexts(`packing-weights-${orderId}`);
  const last = useRef<number | null>(null);
  const put = (itemId: number, entered: string[]) => {
    const { [itemId]: _, ...others } = now();
    set(entered.length > 0 ? { ...others, [itemId]: entered } : others);
  };
  const change = (itemId: number, at: number, text: string) => {
    const entered = [...(now()[itemId] ?? [])];
    entered[at] = text;
    while (entered.at(-1) === "") entered.pop();
    last.current = itemId;
    put(itemId, entered);
  };
  return {
    texts,
    now,
    change,
    /** Fills the first field that is empty. */
    add: (itemId: number, text: string) => {
      const entered = now()[itemId] ?? [];
      const empty = entered.indexOf("");
      change(itemId, empty === -1 ? entered.length : empty, text);
    },
    /** Forgets the last weight of an item, and goes to its field. */
    again: (itemId: number) => {
      const rest = (now()[itemId] ?? []).slice(0, -1);
      put(itemId, rest);
      // The field appears with the next rendering.
      setTimeout(() => document.getElementById(weightFieldId(itemId, rest.length))?.focus());
    },
    /** The item that was weighed last. */
    last: () => last.current,
    clear: () => set({}),
  };
}

export type WeightStore = ReturnType<typeof useWeights>;
