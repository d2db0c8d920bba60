import { api } from "@/shared/api/api";
import type { MessageIn } from "@/shared/api/schema";

/** What a link in one of the newsletter's mails asks for. */
export interface MailLink {
  wish: "confirm" | "unsubscribe";
  token: string;
}

/** What the form holds: each field is a text, if an empty one. */
export type Message = Record<keyof MessageIn, string>;

const houseApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendMessage: build.mutation<null, Message>({
      query: (body) => ({ url: "order/", params: { flag: "sendMailForUser" }, method: "POST", body }),
    }),
    followLink: build.mutation<null, MailLink>({
      query: ({ wish, token }) => ({ url: `newsletter/${wish}/`, params: { token }, method: "POST" }),
    }),
  }),
});

export const { useSendMessageMutation, useFollowLinkMutation } = houseApi;
