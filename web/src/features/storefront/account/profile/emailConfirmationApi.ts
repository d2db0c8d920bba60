import { api } from "@/shared/api/api";
import type { EmailConfirmationOut } from "@/shared/api/schema";
import { sessionApi } from "@/shared/api/session";
import { type SessionState, selectAuthUser } from "@/shared/session/sessionSlice";

const url = "customer/confirmEmail/";

const emailConfirmationApi = api.injectEndpoints({
  endpoints: (build) => ({
    emailConfirmation: build.query<EmailConfirmationOut, void>({
      query: () => url,
      providesTags: ["EmailConfirmation"],
    }),
    sendEmailConfirmation: build.mutation<null, void>({
      query: () => ({ url, params: { flag: "send" }, method: "POST" }),
    }),
    /** Withdraws the new address that waits for its confirmation. */
    keepEmail: build.mutation<null, void>({
      query: () => ({ url, params: { flag: "keep" }, method: "POST" }),
      invalidatesTags: ["EmailConfirmation"],
    }),
    confirmEmail: build.mutation<null, { token: string }>({
      query: (body) => ({ url, method: "POST", body }),
      invalidatesTags: ["StockRequest"],
      /** Updates the stored shopper, also in the other tabs. */
      onQueryStarted: async (_, { dispatch, getState, queryFulfilled }) => {
        const isConfirmed = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (!isConfirmed || !selectAuthUser(getState() as unknown as { session: SessionState })) return;
        void dispatch(sessionApi.endpoints.customerMe.initiate(undefined, { forceRefetch: true, subscribe: false }));
      },
    }),
  }),
});

export const {
  useEmailConfirmationQuery,
  useSendEmailConfirmationMutation,
  useKeepEmailMutation,
  useConfirmEmailMutation,
} = emailConfirmationApi;
