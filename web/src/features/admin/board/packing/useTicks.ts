import { usePackingTexts } from "./usePackingTexts";

/** The ticked pieces of an order. They are forgotten when the order is packed. */
export function useTicks(orderId: number) {
  const { texts, now, set } = usePackingTexts(`packing-${orderId}`);
  return {
    ticks: texts,
    now,
    tick: (itemId: number, by = "") => set({ ...now(), [itemId]: [...(now()[itemId] ?? []), by] }),
    untick: (itemId: number) => {
      const { [itemId]: _, ...rest } = now();
      set(rest);
    },
    clear: () => set({}),
  };
}

export type TickStore = ReturnType<typeof useTicks>;
