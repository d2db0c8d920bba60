import { api } from "./api";
import type { AddressChangeEdit } from "./schema";
import type { Address, NewAddress } from "./types";

const addressesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAddresses: build.query<Address[], number>({
      query: (customerId) => ({ url: "address/", params: { customerId } }),
      providesTags: ["Address"],
    }),
    addAddress: build.mutation<Address, NewAddress>({
      query: (body) => ({ url: "address/", method: "POST", body }),
      async onQueryStarted({ customerId }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => undefined);
        if (saved) dispatch(patched(customerId, (addresses) => withSaved(saved.data, [saved.data, ...addresses])));
      },
    }),
    changeAddress: build.mutation<Address, AddressChangeEdit & { id: number; customerId: number }>({
      query: ({ id, ...body }) => ({ url: "address/", params: { id }, method: "POST", body }),
      async onQueryStarted({ id, customerId }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => undefined);
        if (saved)
          dispatch(
            patched(customerId, (all) =>
              withSaved(
                saved.data,
                all.map((each) => (each.id === id ? saved.data : each)),
              ),
            ),
          );
      },
      // It may have been removed elsewhere, so fetch the server's state.
      invalidatesTags: (_address, error) => (error ? ["Address"] : []),
    }),
    removeAddress: build.mutation<null, { id: number; customerId: number }>({
      query: ({ id }) => ({ url: "address/", params: { id }, method: "DELETE" }),
      async onQueryStarted({ id, customerId }, { dispatch, queryFulfilled }) {
        const removed = await queryFulfilled.catch(() => undefined);
        if (removed) dispatch(patched(customerId, (addresses) => addresses.filter((each) => each.id !== id)));
      },
      invalidatesTags: (_nothing, error) => (error ? ["Address"] : []),
    }),
  }),
});

/** The default address comes first, and there is one at most. The others are sorted by age, the newest first. */
const withSaved = (saved: Address, addresses: Address[]) =>
  addresses
    .map((each) => (saved.isDefault && each.id !== saved.id ? { ...each, isDefault: false } : each))
    .sort((one, other) => Number(other.isDefault) - Number(one.isDefault) || other.id - one.id);

const patched = (customerId: number, patch: (addresses: Address[]) => Address[]) =>
  addressesApi.util.updateQueryData("getAddresses", customerId, patch);

export const { useGetAddressesQuery, useAddAddressMutation, useChangeAddressMutation, useRemoveAddressMutation } =
  addressesApi;
