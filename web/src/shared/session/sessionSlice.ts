import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { AuthUser, Role } from "@/shared/api/types";

/** Flags that steer what the page shows. The server alone decides who someone is. */
export interface SessionState {
  authUser: AuthUser | null;
  isAdmin: boolean;
  /** An action was refused for want of a session: the layout takes the person to the sign-in and back. */
  signInNeeded: boolean;
  /** The shopper signs out here: no page is to be come back to, until the sign-in has shown. */
  hasLeft: boolean;
  /** Nobody signed out, but the server knows the person no more: the sign-in says so. */
  hasEnded: boolean;
}

export const emptySession: SessionState = {
  authUser: null,
  isAdmin: false,
  signInNeeded: false,
  hasLeft: false,
  hasEnded: false,
};

const sessionSlice = createSlice({
  name: "session",
  initialState: emptySession,
  reducers: {
    shopperSignedIn(state, { payload }: PayloadAction<AuthUser>) {
      const { id, name, email, phone } = payload;
      state.authUser = { id, name, email, phone };
      state.signInNeeded = false;
      state.hasEnded = false;
    },
    adminSignedIn(state) {
      state.isAdmin = true;
      state.signInNeeded = false;
      state.hasEnded = false;
    },
    signedOut(state, { payload }: PayloadAction<Role>) {
      dropFlag(state, payload);
      state.hasEnded = false;
    },
    sessionEnded(state, { payload }: PayloadAction<{ role: Role; signInNeeded?: boolean }>) {
      const wasHere = payload.role === "admin" ? state.isAdmin : state.authUser !== null;
      if (wasHere && !state.hasLeft) state.hasEnded = true;
      dropFlag(state, payload.role);
      state.signInNeeded = payload.signInNeeded ?? false;
    },
    leaving(state) {
      state.hasLeft = true;
    },
    stayed(state) {
      state.hasLeft = false;
    },
    signInShown(state) {
      state.signInNeeded = false;
      state.hasLeft = false;
    },
    changedInAnotherTab(state, { payload }: PayloadAction<Partial<Pick<SessionState, "authUser" | "isAdmin">>>) {
      Object.assign(state, payload);
    },
  },
  selectors: {
    selectAuthUser: (state) => state.authUser,
    selectIsAdmin: (state) => state.isAdmin,
    selectHasLeft: (state) => state.hasLeft,
    selectHasEnded: (state) => state.hasEnded,
    selectSignInNeeded: (state) => state.signInNeeded,
  },
});

function dropFlag(state: SessionState, role: Role) {
  if (role === "admin") state.isAdmin = false;
  else state.authUser = null;
}

export const sessionReducer = sessionSlice.reducer;
export const {
  shopperSignedIn,
  adminSignedIn,
  signedOut,
  sessionEnded,
  leaving,
  stayed,
  signInShown,
  changedInAnotherTab,
} = sessionSlice.actions;
export const { selectAuthUser, selectIsAdmin, selectHasLeft, selectHasEnded, selectSignInNeeded } =
  sessionSlice.selectors;
