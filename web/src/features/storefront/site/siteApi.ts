import { api } from "@/shared/api/api";
import type { MessageIn } from "@/shared/api/schema";

/** The action that a link in a newsletter mail requests. */
export interface MailLink {
  action: "confirm" | "unsubscribe";
  token: string;
}

/** The form values; empty fields are empty strings. */
export type Message = Record<keyof MessageIn, string>;

const siteApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendMessage: build.mutation<null, Message>({
      query: (body) => ({ url: "order/", params: { flag: "sendMailForUser" }, method: "POST", body }),
    }),
    followLink: build.mutation<null, MailLink>({
      query: ({ action, token }) => ({ url: `newsletter/${action}/`, params: { token }, method: "POST" }),
    }),
  }),
});

export const { useSendMessageMutation, useFollowLinkMutation } = siteApi;
