import { api } from "./api";
import type { ContactOut } from "./schema";

const contactApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The shop's contact settings. */
    getContact: build.query<ContactOut, void>({ query: () => "contact/", keepUnusedDataFor: 24 * 3600 }),
  }),
});

export const { useGetContactQuery } = contactApi;
