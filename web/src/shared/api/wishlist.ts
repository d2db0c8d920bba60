import { api } from "./api";
import { patchAfterLoading } from "./patchAfterLoading";
import type { WishlistEntry } from "./types";

interface NewEntry {
  customerId: number;
  productId: number;
  size?: string;
}

const wishlistApi = api.injectEndpoints({
  endpoints: (build) => ({
    getWishlist: build.query<WishlistEntry[], number>({
      query: (customerId) => ({ url: "wishlist/", params: { customerId } }),
      providesTags: ["Wishlist"],
    }),
    addToWishlist: build.mutation<WishlistEntry, NewEntry>({
      query: (body) => ({ url: "wishlist/", method: "POST", body }),
      async onQueryStarted({ customerId }, { dispatch, queryFulfilled }) {
        const added = await queryFulfilled.catch(() => undefined);
        if (!added) return;
        const patch = wishlistApi.util.updateQueryData("getWishlist", customerId, (entries) => {
          const at = entries.findIndex(({ wishlistId }) => wishlistId === added.data.wishlistId);
          // The list may contain the product in another size.
          if (at !== -1) entries[at] = added.data;
          else entries.unshift(added.data);
        });
        dispatch(patch);
        await patchAfterLoading(dispatch, loadingOf(customerId), patch);
      },
      invalidatesTags: (_entry, error) => (error ? ["Wishlist"] : []),
    }),
    removeFromWishlist: build.mutation<null, { id: number; customerId: number }>({
      query: ({ id }) => ({ url: "wishlist/", params: { id }, method: "DELETE" }),
      async onQueryStarted({ id, customerId }, { dispatch, queryFulfilled }) {
        const removed = await queryFulfilled.catch(() => undefined);
        if (!removed) return;
        const patch = wishlistApi.util.updateQueryData("getWishlist", customerId, (entries) =>
          entries.filter(({ wishlistId }) => wishlistId !== id),
        );
        dispatch(patch);
        await patchAfterLoading(dispatch, loadingOf(customerId), patch);
      },
      // Another tab may have removed it already, so fetch the server's state.
      invalidatesTags: (_entry, error) => (error ? ["Wishlist"] : []),
    }),
  }),
});

const loadingOf = (customerId: number) => wishlistApi.util.getRunningQueryThunk("getWishlist", customerId);

export const { addToWishlist } = wishlistApi.endpoints;
export const { useGetWishlistQuery, useAddToWishlistMutation, useRemoveFromWishlistMutation } = wishlistApi;
