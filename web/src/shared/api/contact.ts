import { api } from "./api";
import type { ContactOut } from "./schema";

const contactApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Where the shop can be reached: settings of the running shop. */
    getContact: build.query<ContactOut, void>({ query: () => "contact/", keepUnusedDataFor: 24 * 3600 }),
  }),
});

export const { useGetContactQuery } = contactApi;
