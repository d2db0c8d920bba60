import { api } from "./api";
import type { ContactOut, PolicyOut } from "./schema";

const contactApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The shop's contact settings. */
    getContact: build.query<ContactOut, void>({ query: () => "contact/", keepUnusedDataFor: 24 * 3600 }),
    /** The text of a policy page, by the page's name. */
    getPolicy: build.query<PolicyOut, string>({
      query: (page) => ({ url: "policy/", params: { page } }),
      providesTags: ["Policy"],
    }),
  }),
});

export const { useGetContactQuery, useLazyGetContactQuery, useGetPolicyQuery } = contactApi;
