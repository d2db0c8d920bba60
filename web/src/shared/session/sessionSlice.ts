import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { AuthUser, Role } from "@/shared/api/types";
import type { PendingAction } from "./pendingAction";

/** How a session ended without a sign-out on this page. It is shared with other tabs. */
export interface Ending {
  role: Role;
  /** The server's reason; null if unknown. */
  reason: string | null;
  /** In milliseconds. */
  at: number;
}

/** Session flags for rendering. Only the server authorises requests. */
export interface SessionState {
  authUser: AuthUser | null;
  isAdmin: boolean;
  /** An action needs a session: the layout redirects to the sign-in and back. */
  signInNeeded: boolean;
  /** The shopper is signing out: no return path until the sign-in page is shown. */
  hasLeft: boolean;
  /** The role whose session ended without a sign-out on this page. A page has the flags of both roles. */
  endedRole: Role | null;
  ending: Ending | null;
  /** The action that was requested when the session ended. */
  pendingAction: PendingAction | null;
}

export const emptySession: SessionState = {
  authUser: null,
  isAdmin: false,
  signInNeeded: false,
  hasLeft: false,
  endedRole: null,
  ending: null,
  pendingAction: null,
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
      state.endedRole = null;
      state.ending = null;
    },
    sessionEnded: {
      reducer(state, { payload }: PayloadAction<SessionEnded & { at: number }>) {
        const { role, reason = null, at, signInNeeded = false, pendingAction } = payload;
        if (isSignedIn(state, role) && !state.hasLeft) {
          state.endedRole = role;
          state.ending = { role, reason, at };
        } else if (state.ending?.role === role) {
          state.ending.reason ??= reason;
        }
        dropFlag(state, role);
        if (state.hasLeft) return;
        // Of several refused requests one may be an action.
        state.signInNeeded ||= signInNeeded;
        if (pendingAction) state.pendingAction = pendingAction;
      },
      prepare: (payload: SessionEnded) => ({ payload: { ...payload, at: Date.now() } }),
    },
    signOutStarted(state) {
      state.hasLeft = true;
    },
    signOutFailed(state) {
      state.hasLeft = false;
    },
    signInShown(state) {
      state.signInNeeded = false;
      state.hasLeft = false;
      state.pendingAction = null;
    },
    changedInAnotherTab(
      state,
      { payload }: PayloadAction<Partial<Pick<SessionState, "authUser" | "isAdmin" | "ending">>>,
    ) {
      const { ending, ...flags } = payload;
      const before = { ...state };
      Object.assign(state, flags);
      for (const role of ["customer", "admin"] as const) {
        const isHere = isSignedIn(state, role);
        // The other tab may have learned first that the server ended the session.
        if (isSignedIn(before, role) && !isHere && !state.hasLeft) state.endedRole = role;
        else if (isHere && state.endedRole === role) state.endedRole = null;
      }
      if (ending !== undefined && !state.hasLeft) state.ending = ending;
    },
  },
  selectors: {
    selectAuthUser: (state) => state.authUser,
    selectIsAdmin: (state) => state.isAdmin,
    selectHasLeft: (state) => state.hasLeft,
    selectHasEnded: (state, role: Role) => state.endedRole === role,
    selectSignInNeeded: (state) => state.signInNeeded,
    selectEnding: (state) => state.ending,
    selectPendingAction: (state) => state.pendingAction,
  },
});

interface SessionEnded {
  role: Role;
  reason?: string;
  signInNeeded?: boolean;
  pendingAction?: PendingAction;
}

function forgetEnding(state: SessionState) {
  state.signInNeeded = false;
  state.endedRole = null;
  state.ending = null;
}

const isSignedIn = ({ isAdmin, authUser }: SessionState, role: Role) =>
  role === "admin" ? isAdmin : authUser !== null;

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
  signOutStarted,
  signOutFailed,
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
  selectPendingAction,
} = sessionSlice.selectors;
