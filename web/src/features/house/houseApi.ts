import { api } from "@/shared/api/api";

export interface Message {
  name: string;
  email: string;
  phone: string;
  company: string;
  message: string;
}

const houseApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendMessage: build.mutation<null, Message>({
      query: (body) => ({ url: "order/", params: { flag: "sendMailForUser" }, method: "POST", body }),
    }),
  }),
});

export const { useSendMessageMutation } = houseApi;
