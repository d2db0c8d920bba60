import { api } from "@/shared/api/api";
import type { MessageIn } from "@/shared/api/schema";

/** The form values; empty fields are empty strings. */
export type Message = Record<keyof MessageIn, string>;

const siteApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendMessage: build.mutation<null, Message>({
      query: (body) => ({ url: "order/", params: { flag: "sendMailForUser" }, method: "POST", body }),
    }),
    /** Performs the action of a link in a mail, at the address to which the form without scripts is sent. */
    followLink: build.mutation<null, string>({
      query: (address) => ({ url: address.replace("/api/", ""), method: "POST" }),
    }),
  }),
});

export const { useSendMessageMutation, useFollowLinkMutation } = siteApi;
