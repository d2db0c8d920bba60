import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

/** What a page of staff can look at. */
export type PresenceKind = "order" | "product" | "customer";

/** A person who looks at something, or edits it. */
export interface Look {
  id: number;
  adminId: number;
  name: string;
  isEditing: boolean;
}

/** What this page looks at. */
export interface OwnLook {
  kind: PresenceKind;
  id: number;
  isEditing: boolean;
}

interface Presence {
  looks: Record<PresenceKind, Look[]>;
  own: OwnLook | null;
}

export interface PresenceState {
  presence: Presence;
}

const nobody: Presence["looks"] = { order: [], product: [], customer: [] };
const initialState: Presence = { looks: nobody, own: null };

/** Who looks at which order, product and customer, as the socket reports it, and what this page looks at. */
export const presenceSlice = createSlice({
  name: "presence",
  initialState,
  reducers: {
    presenceChanged(state, { payload }: PayloadAction<{ kind: PresenceKind; looks: Look[] }>) {
      state.looks[payload.kind] = payload.looks;
    },
    /** The socket is lost, so nobody is known. */
    presenceLost(state) {
      state.looks = nobody;
    },
    lookBegun(state, { payload }: PayloadAction<OwnLook>) {
      state.own = payload;
    },
    /** Ends a look, unless another one has begun. */
    lookEnded(state, { payload }: PayloadAction<OwnLook>) {
      const { own } = state;
      if (own?.kind === payload.kind && own.id === payload.id && own.isEditing === payload.isEditing) state.own = null;
    },
  },
});

export const { presenceChanged, presenceLost, lookBegun, lookEnded } = presenceSlice.actions;

export const selectLooks = (state: PresenceState, kind: PresenceKind): Look[] => state.presence.looks[kind];
