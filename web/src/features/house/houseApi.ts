import { api } from "@/shared/api/api";
import type { MessageIn } from "@/shared/api/schema";

/** What the form holds: each field is a text, if an empty one. */
export type Message = Record<keyof MessageIn, string>;

const houseApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendMessage: build.mutation<null, Message>({
      query: (body) => ({ url: "order/", params: { flag: "sendMailForUser" }, method: "POST", body }),
    }),
  }),
});

export const { useSendMessageMutation } = houseApi;
