import { api } from "@/shared/api/api";
import type { AdminOut, StaffSignInIn } from "@/shared/api/schema";

export type SignedIn = AdminOut;

const adminSessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminLogin: build.mutation<SignedIn, StaffSignInIn>({
      query: (body) => ({ url: "/admin/login/", method: "POST", body }),
    }),
    adminLogout: build.mutation<unknown, void>({ query: () => ({ url: "/admin/logout/", method: "POST" }) }),
  }),
});

export const { useAdminLoginMutation, useAdminLogoutMutation } = adminSessionApi;
