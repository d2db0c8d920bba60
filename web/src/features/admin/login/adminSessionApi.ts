import { api } from "@/shared/api/api";
import type { AdminUser } from "@/shared/api/types";

const adminSessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminLogin: build.mutation<AdminUser, { email: string; password: string }>({
      query: (body) => ({ url: "/admin/login/", method: "POST", body }),
    }),
    adminLogout: build.mutation<unknown, void>({ query: () => ({ url: "/admin/logout/", method: "POST" }) }),
  }),
});

export const { useAdminLoginMutation, useAdminLogoutMutation } = adminSessionApi;
