import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { CartLine } from "@/shared/api/types";
import { lineKey } from "@/shared/product/sizeText";

/** The last price of a product that the shopper saw, in rupees, with its gold rate in rupees a gram. */
export interface KnownPrice {
  ornamentPrice: number;
  goldRate: number;
}

/** Non-secret state that survives a reload. A sign-out clears it. */
export interface LocalHistory {
  /** Ids of viewed products, latest first. */
  recentlySeen: number[];
  /** Of the lines of the cart, by product and size. */
  cartPrices: Record<string, KnownPrice>;
  /** The last known number of cart lines and wishlist entries. */
  counts: Counts;
}

export type Counts = Partial<Record<"cart" | "wishlist", number>>;

type Priced = (Pick<CartLine, "productId" | "product"> & Partial<Pick<CartLine, "size">>)[];

const maxViewed = 5;

export const emptyHistory: LocalHistory = { recentlySeen: [], cartPrices: {}, counts: {} };

const priceOf = ({ product: { ornamentPrice, goldRate } }: Pick<CartLine, "product">): KnownPrice => ({
  ornamentPrice,
  goldRate,
});

const localHistorySlice = createSlice({
  name: "localHistory",
  initialState: emptyHistory,
  reducers: {
    productViewed(state, { payload: id }: PayloadAction<number>) {
      state.recentlySeen = [id, ...state.recentlySeen.filter((other) => other !== id)].slice(0, maxViewed);
    },
    /** The shopper has seen these prices. */
    pricesAcknowledged(state, { payload: lines }: PayloadAction<Priced>) {
      for (const line of lines) state.cartPrices[lineKey(line)] = priceOf(line);
    },
    /** The cart was shown: adds the prices of new products and removes those of others. */
    cartViewed(state, { payload: lines }: PayloadAction<Priced>) {
      const before = state.cartPrices;
      state.cartPrices = Object.fromEntries(
        lines.map((line) => [lineKey(line), before[lineKey(line)] ?? priceOf(line)]),
      );
    },
    countsReceived(state, { payload }: PayloadAction<Counts>) {
      Object.assign(state.counts, payload);
    },
    historyLoaded: (_, { payload }: PayloadAction<LocalHistory>) => payload,
    historyCleared: () => emptyHistory,
  },
  selectors: {
    selectRecentlyViewed: (state) => state.recentlySeen,
    selectCartPrices: (state) => state.cartPrices,
    selectCounts: (state) => state.counts,
  },
});

export const localHistoryReducer = localHistorySlice.reducer;
export const { productViewed, pricesAcknowledged, cartViewed, countsReceived, historyLoaded, historyCleared } =
  localHistorySlice.actions;
export const { selectRecentlyViewed, selectCartPrices, selectCounts } = localHistorySlice.selectors;

/** Parses the stored value; invalid parts are dropped. */
export function parseHistory({
  recentlySeen,
  cartPrices,
  counts,
}: Partial<Record<keyof LocalHistory, unknown>>): LocalHistory {
  return {
    recentlySeen: Array.isArray(recentlySeen) ? recentlySeen.filter(isId).slice(0, maxViewed) : [],
    cartPrices: Object.fromEntries(
      Object.entries(cartPrices ?? {}).filter(([key, price]) => isId(Number.parseInt(key, 10)) && isPrice(price)),
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
