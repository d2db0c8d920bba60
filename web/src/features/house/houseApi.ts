import { api } from "@/shared/api/api";
import type { MessageIn } from "@/shared/api/schema";

export type Message = MessageIn;

const houseApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendMessage: build.mutation<null, Message>({
      query: (body) => ({ url: "order/", params: { flag: "sendMailForUser" }, method: "POST", body }),
    }),
  }),
});

export const { useSendMessageMutation } = houseApi;
