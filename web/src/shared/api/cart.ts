import { goldInMrp } from "@/shared/product/goldInMrp";
import { pricesAcknowledged } from "@/shared/session/localHistorySlice";
import { api } from "./api";
import { inStock } from "./catalogue";
import { isApiError } from "./errors";
import { patchAfterLoading } from "./patchAfterLoading";
import type { CartLine } from "./types";

export const quantityLimits = { least: 1, most: 10 };

interface NewLine {
  customerId: number;
  productId: number;
  quantity: number;
  /** Needed for a product that comes in sizes. */
  size?: string;
  /** The id of a removed line, which is restored at its position. */
  restores?: number;
}

/** Lines are sorted by id, in the order in which they were added. */
const placeOf = ({ cartId }: CartLine, lines: CartLine[]) => lines.filter((line) => line.cartId < cartId).length;

const cartApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCart: build.query<CartLine[], number>({
      query: (custId) => ({ url: "cart/", params: { custId } }),
      providesTags: ["Cart"],
    }),
    addToCart: build.mutation<CartLine, NewLine>({
      query: (body) => ({ url: "cart/", method: "POST", body }),
      async onQueryStarted({ customerId }, { dispatch, queryFulfilled }) {
        const added = await queryFulfilled.catch(() => undefined);
        if (!added) return;
        dispatch(pricesAcknowledged([added.data]));
        const patch = cartApi.util.updateQueryData("getCart", customerId, (lines) => {
          const at = lines.findIndex((line) => line.cartId === added.data.cartId);
          if (at !== -1) lines[at] = added.data;
          else lines.splice(placeOf(added.data, lines), 0, added.data);
        });
        dispatch(patch);
        await patchAfterLoading(dispatch, loadingOf(customerId), patch);
      },
      // Without a response the line may have been added.
      invalidatesTags: (_line, error) => (error ? ["Cart"] : []),
    }),
    changeQuantity: build.mutation<CartLine, NewLine & { id: number }>({
      query: (body) => ({ url: "cart/", params: { id: body.id }, method: "POST", body }),
      async onQueryStarted({ customerId }, { dispatch, queryFulfilled }) {
        const changed = await queryFulfilled.catch(() => undefined);
        if (!changed) return;
        await patchAfterLoading(dispatch, loadingOf(customerId), quantityShown(changed.data, changed.data.quantity));
      },
      // After a refusal fetch the server's state.
      invalidatesTags: (_line, error) => (error ? ["Cart"] : []),
    }),
    /** The line may be merged with the one that already has this size. */
    changeSize: build.mutation<CartLine, Omit<NewLine, "quantity"> & { id: number; size: string }>({
      query: (body) => ({ url: "cart/", params: { id: body.id }, method: "POST", body }),
      async onQueryStarted({ id, customerId }, { dispatch, queryFulfilled }) {
        const changed = await queryFulfilled.catch(() => undefined);
        if (!changed) return;
        dispatch(pricesAcknowledged([changed.data]));
        dispatch(sizeShown(id, changed.data, customerId));
      },
      invalidatesTags: ["Cart"],
    }),
    removeFromCart: build.mutation<null, { id: number; customerId: number }>({
      query: ({ id }) => ({ url: "cart/", params: { id }, method: "DELETE" }),
      async onQueryStarted({ id, customerId }, { dispatch, queryFulfilled }) {
        const taken = cartApi.util.updateQueryData("getCart", customerId, (lines) =>
          lines.filter(({ cartId }) => cartId !== id),
        );
        const shown = dispatch(taken);
        try {
          await queryFulfilled;
          // A response in between may have restored it.
          dispatch(taken);
        } catch {
          return void shown.undo();
        }
        await patchAfterLoading(dispatch, loadingOf(customerId), taken);
      },
      invalidatesTags: (_line, error) => (error ? ["Cart"] : []),
    }),
  }),
});

/** Shows the changed line. The line that was to change is gone if it has joined another. */
const sizeShown = (id: number, changed: CartLine, customerId: number) =>
  cartApi.util.updateQueryData("getCart", customerId, (lines) =>
    lines
      .filter(({ cartId }) => cartId !== id || cartId === changed.cartId)
      .map((line) => (line.cartId === changed.cartId ? changed : line)),
  );

const loadingOf = (customerId: number) => cartApi.util.getRunningQueryThunk("getCart", customerId);

export const { getCart, addToCart } = cartApi.endpoints;
export const {
  useGetCartQuery,
  useAddToCartMutation,
  useChangeQuantityMutation,
  useChangeSizeMutation,
  useRemoveFromCartMutation,
} = cartApi;

/** Shows a quantity before the server confirms it. */
export const quantityShown = ({ cartId, customerId }: CartLine, quantity: number) =>
  cartApi.util.updateQueryData("getCart", customerId, (lines) => {
    const line = lines.find((each) => each.cartId === cartId);
    if (line) line.quantity = quantity;
  });

/** Whether a line was refused because the cart has as many lines as an order takes. */
export const isCartFull = (error: unknown) =>
  isApiError(error) && Boolean((error.data as { maxItems?: number } | undefined)?.maxItems);

/** The lines with more pieces than are in stock. */
export const shortLines = (lines: CartLine[]) =>
  linesForSale(lines).filter(({ product, quantity }) => product.stockLeft !== null && quantity > product.stockLeft);

/** The lines without a size, of products that come in sizes. */
export const linesWithoutSize = (lines: CartLine[]) =>
  linesForSale(lines).filter(({ product, size }) => !size && product.sizes?.length);

/** The lines that can be ordered now; others are not part of the total. */
export const linesForSale = (lines: CartLine[]) => lines.filter(({ product }) => inStock(product));

/** The cart's total at current prices and its parts. */
export function cartTotals(lines: CartLine[]) {
  const sum = (of: (line: CartLine) => number) => lines.reduce((total, line) => total + of(line) * line.quantity, 0);
  return {
    pieces: lines.reduce((count, line) => count + line.quantity, 0),
    metal: sum(({ product }) => goldInMrp(product)),
    stones: sum(({ product }) => product.stoneCharge ?? 0),
    making: sum(({ product }) => product.makingCharge),
    wastage: sum(({ product }) => product.wastageCharge),
    discount: sum(({ product }) => product.discount),
    total: sum(({ product }) => product.ornamentPrice),
  };
}
