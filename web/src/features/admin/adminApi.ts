import { api } from "@/shared/api/api";
import type { AdminUser, GoldRate } from "@/shared/api/types";

const adminApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminLogin: build.mutation<AdminUser, { email: string; password: string }>({
      query: (body) => ({ url: "/admin/login/", method: "POST", body }),
    }),
    adminLogout: build.mutation<unknown, void>({ query: () => ({ url: "/admin/logout/", method: "POST" }) }),
    goldRates: build.query<GoldRate[], void>({ query: () => "/goldrate/", providesTags: ["GoldRate"] }),
  }),
});

export const { useAdminLoginMutation, useAdminLogoutMutation, useGoldRatesQuery } = adminApi;
