import type { UnknownAction } from "@reduxjs/toolkit";
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
      onQueryStarted: (_, call) => signInWith(call),
    }),
    signIn: build.mutation<AuthUser, { email: string; password: string }>({
      query: (body) => ({ url: "customer/login/", method: "POST", body }),
      onQueryStarted: (_, call) => signInWith(call),
    }),
    signUp: build.mutation<AuthUser, SignUpIn>({
      // An admin can sign up as a shopper too.
      query: (body) => ({ url: "customer/", method: "POST", body: { ...body, flag: "signUp" } }),
      onQueryStarted: (_, call) => signInWith(call),
    }),
    /** An empty password keeps the current one; a new one ends the shopper's other sessions. */
    editProfile: build.mutation<AuthUser, ProfileIn & { id: number }>({
      query: (body) => ({ url: "customer/", params: { id: body.id }, method: "POST", body }),
      invalidatesTags: ["EmailConfirmation"],
      onQueryStarted: (_, call) => signInWith(call),
    }),
    signOut: build.mutation<null, void>({
      query: () => ({ url: "customer/logout/", method: "POST" }),
      onQueryStarted: (_, call) => leaveWith(call),
    }),
  }),
});

interface Call<T> {
  dispatch: (action: UnknownAction) => unknown;
  queryFulfilled: Promise<{ data: T }>;
}

async function signInWith({ dispatch, queryFulfilled }: Call<AuthUser>) {
  await queryFulfilled.then(
    ({ data }) => dispatch(shopperSignedIn(data)),
    () => {},
  );
}

/** For `onQueryStarted` of calls that end the shopper's session. */
export async function leaveWith({ dispatch, getState, queryFulfilled }: Call<null> & { getState: () => unknown }) {
  // The server may close the socket and the session before its response arrives, which cancels this request.
  dispatch(signOutStarted());
  const isStillHere = () => selectAuthUser(getState() as Parameters<typeof selectAuthUser>[0]) !== null;
  await queryFulfilled.then(
    () => dispatch(signedOut("customer")),
    () => isStillHere() && dispatch(signOutFailed()),
  );
}

export const { useCustomerMeQuery, useSignInMutation, useSignUpMutation, useEditProfileMutation, useSignOutMutation } =
  sessionApi;
