import { api } from "@/shared/api/api";
import type { AdminUser } from "@/shared/api/types";

export const meApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminMe: build.query<AdminUser, void>({ query: () => "/admin/me/", providesTags: ["Me"] }),
  }),
});

export const { useAdminMeQuery } = meApi;
