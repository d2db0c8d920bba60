import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { CartLine } from "@/shared/api/types";

/** What a piece cost when its shopper last looked, in rupees, and the gold rate behind that, in rupees a gram. */
export interface KnownPrice {
  ornamentPrice: number;
  goldRate: number;
}

/** What a reload must not lose, and nothing secret. A sign-out clears it. */
export interface Memory {
  /** Ids of the pieces looked at, the latest first. */
  recentlySeen: number[];
  /** Of the pieces in the cart, by product id. */
  cartPrices: Record<number, KnownPrice>;
  /** How many lines the cart and pieces the wishlist had when they were last heard of. */
  counts: Counts;
}

export type Counts = Partial<Record<"cart" | "wishlist", number>>;

type Priced = Pick<CartLine, "productId" | "product">[];

const mostSeen = 5;

export const emptyMemory: Memory = { recentlySeen: [], cartPrices: {}, counts: {} };

const priceOf = ({ product: { ornamentPrice, goldRate } }: Priced[number]): KnownPrice => ({ ornamentPrice, goldRate });

const memorySlice = createSlice({
  name: "memory",
  initialState: emptyMemory,
  reducers: {
    pieceSeen(state, { payload: id }: PayloadAction<number>) {
      state.recentlySeen = [id, ...state.recentlySeen.filter((other) => other !== id)].slice(0, mostSeen);
    },
    /** The shopper knows what these cost. */
    pricesTaken(state, { payload: lines }: PayloadAction<Priced>) {
      for (const line of lines) state.cartPrices[line.productId] = priceOf(line);
    },
    /** The cart is shown: pieces that are new to it are known from now on, and those that left it no longer. */
    cartShown(state, { payload: lines }: PayloadAction<Priced>) {
      const before = state.cartPrices;
      state.cartPrices = Object.fromEntries(
        lines.map((line) => [line.productId, before[line.productId] ?? priceOf(line)]),
      );
    },
    countsHeard(state, { payload }: PayloadAction<Counts>) {
      Object.assign(state.counts, payload);
    },
    memoryLoaded: (_, { payload }: PayloadAction<Memory>) => payload,
    memoryForgotten: () => emptyMemory,
  },
  selectors: {
    selectRecentlySeen: (state) => state.recentlySeen,
    selectCartPrices: (state) => state.cartPrices,
    selectCounts: (state) => state.counts,
  },
});

export const memoryReducer = memorySlice.reducer;
export const { pieceSeen, pricesTaken, cartShown, countsHeard, memoryLoaded, memoryForgotten } = memorySlice.actions;
export const { selectRecentlySeen, selectCartPrices, selectCounts } = memorySlice.selectors;

/** What was kept, as far as it can be read. */
export function parseMemory({ recentlySeen, cartPrices, counts }: Partial<Record<keyof Memory, unknown>>): Memory {
  return {
    recentlySeen: Array.isArray(recentlySeen) ? recentlySeen.filter(isId).slice(0, mostSeen) : [],
    cartPrices: Object.fromEntries(
      Object.entries(cartPrices ?? {}).filter(([id, price]) => isId(+id) && isPrice(price)),
    ),
    counts: Object.fromEntries(
      Object.entries(counts ?? {}).filter(
        ([name, count]) => (name === "cart" || name === "wishlist") && isCount(count),
      ),
    ),
  };
}

const isCount = (count: unknown) => Number.isInteger(count) && Number(count) >= 0;
const isId = (id: unknown) => Number.isInteger(id) && Number(id) > 0;
const isPrice = (price: Partial<KnownPrice> | null) =>
  Number.isFinite(price?.ornamentPrice) && Number.isFinite(price?.goldRate);
