import { api } from "./api";

const newsletterApi = api.injectEndpoints({
  endpoints: (build) => ({
    subscribe: build.mutation<null, { email: string }>({
      query: (body) => ({ url: "newsletter/", method: "POST", body }),
    }),
  }),
});

export const { useSubscribeMutation } = newsletterApi;
