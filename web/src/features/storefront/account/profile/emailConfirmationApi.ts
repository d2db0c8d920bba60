import { api } from "@/shared/api/api";
import type { EmailConfirmationOut } from "@/shared/api/schema";

const url = "customer/confirmEmail/";

const emailConfirmationApi = api.injectEndpoints({
  endpoints: (build) => ({
    emailConfirmation: build.query<EmailConfirmationOut, void>({ query: () => url }),
    sendEmailConfirmation: build.mutation<null, void>({
      query: () => ({ url, params: { flag: "send" }, method: "POST" }),
    }),
    confirmEmail: build.mutation<null, { token: string }>({
      query: (body) => ({ url, method: "POST", body }),
      invalidatesTags: ["StockRequest"],
    }),
  }),
});

export const { useEmailConfirmationQuery, useSendEmailConfirmationMutation, useConfirmEmailMutation } =
  emailConfirmationApi;
