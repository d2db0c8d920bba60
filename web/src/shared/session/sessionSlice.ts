import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { AuthUser, Role } from "@/shared/api/types";
import type { Wish } from "./wish";

/** How a session ended that nobody ended on this page. Other tabs of the browser know it too. */
export interface Ending {
  role: Role;
  /** The server's reason; null where it is not known. */
  reason: string | null;
  /** In milliseconds. */
  at: number;
}

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
  ending: Ending | null;
  /** What was wanted as the session was found to have ended. */
  wish: Wish | null;
}

export const emptySession: SessionState = {
  authUser: null,
  isAdmin: false,
  signInNeeded: false,
  hasLeft: false,
  hasEnded: false,
  ending: null,
  wish: null,
};

const sessionSlice = createSlice({
  name: "session",
  initialState: emptySession,
  reducers: {
    shopperSignedIn(state, { payload }: PayloadAction<AuthUser>) {
      const { id, name, email, phone } = payload;
      state.authUser = { id, name, email, phone };
      forgetEnding(state);
    },
    adminSignedIn(state) {
      state.isAdmin = true;
      forgetEnding(state);
    },
    signedOut(state, { payload }: PayloadAction<Role>) {
      dropFlag(state, payload);
      state.hasEnded = false;
      state.ending = null;
    },
    sessionEnded: {
      reducer(state, { payload }: PayloadAction<SessionEnded & { at: number }>) {
        const { role, reason = null, at, signInNeeded = false, wish } = payload;
        const wasHere = role === "admin" ? state.isAdmin : state.authUser !== null;
        if (wasHere && !state.hasLeft) {
          state.hasEnded = true;
          state.ending = { role, reason, at };
        } else if (state.ending?.role === role) {
          state.ending.reason ??= reason;
        }
        dropFlag(state, role);
        state.signInNeeded = signInNeeded;
        // Of several calls that are refused together, one may carry a wish.
        if (wish && !state.hasLeft) state.wish = wish;
      },
      prepare: (payload: SessionEnded) => ({ payload: { ...payload, at: Date.now() } }),
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
      state.wish = null;
    },
    changedInAnotherTab(
      state,
      { payload }: PayloadAction<Partial<Pick<SessionState, "authUser" | "isAdmin" | "ending">>>,
    ) {
      const { ending, ...flags } = payload;
      Object.assign(state, flags);
      if (ending !== undefined && !state.hasLeft) state.ending = ending;
    },
  },
  selectors: {
    selectAuthUser: (state) => state.authUser,
    selectIsAdmin: (state) => state.isAdmin,
    selectHasLeft: (state) => state.hasLeft,
    selectHasEnded: (state) => state.hasEnded,
    selectSignInNeeded: (state) => state.signInNeeded,
    selectEnding: (state) => state.ending,
    selectWish: (state) => state.wish,
  },
});

interface SessionEnded {
  role: Role;
  reason?: string;
  signInNeeded?: boolean;
  wish?: Wish;
}

function forgetEnding(state: SessionState) {
  state.signInNeeded = false;
  state.hasEnded = false;
  state.ending = null;
}

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
export const {
  selectAuthUser,
  selectIsAdmin,
  selectHasLeft,
  selectHasEnded,
  selectSignInNeeded,
  selectEnding,
  selectWish,
} = sessionSlice.selectors;
