import { api } from "@/shared/api/api";
import type { SignInOut } from "@/shared/api/schema";
import type { Role } from "@/shared/api/types";

export type SignIn = SignInOut;

const path = (role: Role) => `/${role}/sessions/`;

/** One's own sign-ins, of a shopper in the storefront or of staff in the portal. */
const signInsApi = api.injectEndpoints({
  endpoints: (build) => ({
    signIns: build.query<SignIn[], Role>({ query: path, providesTags: ["SignIn"] }),
    endSignIn: build.mutation<unknown, { role: Role; id: number }>({
      query: ({ role, id }) => ({ url: path(role), params: { id }, method: "DELETE" }),
      // Also after an error: it may have ended meanwhile.
      invalidatesTags: ["SignIn"],
    }),
    endOtherSignIns: build.mutation<unknown, Role>({
      query: (role) => ({ url: path(role), params: { flag: "endOthers" }, method: "POST" }),
      invalidatesTags: ["SignIn"],
    }),
  }),
});

export const { useSignInsQuery, useEndSignInMutation, useEndOtherSignInsMutation } = signInsApi;
