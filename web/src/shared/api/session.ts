import {
  selectAuthUser,
  shopperSignedIn,
  signedOut,
  signOutFailed,
  signOutStarted,
} from "@/shared/session/sessionSlice";
import { api } from "./api";
import type { ProfileIn, SignUpIn } from "./schema";
import type { AuthUser } from "./types";

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    customerMe: build.query<AuthUser, void>({
      query: () => "customer/me/",
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        await queryFulfilled.then(
          ({ data }) => dispatch(shopperSignedIn(data)),
          () => {},
        );
      },
    }),
    signIn: build.mutation<AuthUser, { email: string; password: string }>({
      query: (body) => ({ url: "customer/login/", method: "POST", body }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => signInWith(dispatch, queryFulfilled),
    }),
    signUp: build.mutation<AuthUser, SignUpIn>({
      // An admin can sign up as a shopper too.
      query: (body) => ({ url: "customer/", method: "POST", body: { ...body, flag: "signUp" } }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => signInWith(dispatch, queryFulfilled),
    }),
    /** An empty password keeps the current one; a new one ends the shopper's other sessions. */
    editProfile: build.mutation<AuthUser, ProfileIn & { id: number }>({
      query: (body) => ({ url: "customer/", params: { id: body.id }, method: "POST", body }),
      invalidatesTags: ["EmailConfirmation"],
      onQueryStarted: (_, { dispatch, queryFulfilled }) => signInWith(dispatch, queryFulfilled),
    }),
    signOut: build.mutation<null, void>({
      query: () => ({ url: "customer/logout/", method: "POST" }),
      async onQueryStarted(_, { dispatch, getState, queryFulfilled }) {
        // The server may close the socket and the session before its answer arrives.
        dispatch(signOutStarted());
        const isStillHere = () =>
          selectAuthUser(getState() as unknown as Parameters<typeof selectAuthUser>[0]) !== null;
        await queryFulfilled.then(
          () => dispatch(signedOut("customer")),
          () => isStillHere() && dispatch(signOutFailed()),
        );
      },
    }),
  }),
});

async function signInWith(
  dispatch: (action: ReturnType<typeof shopperSignedIn>) => unknown,
  queryFulfilled: Promise<{ data: AuthUser }>,
) {
  await queryFulfilled.then(
    ({ data }) => dispatch(shopperSignedIn(data)),
    () => {},
  );
}

export const { useCustomerMeQuery, useSignInMutation, useSignUpMutation, useEditProfileMutation, useSignOutMutation } =
  sessionApi;
