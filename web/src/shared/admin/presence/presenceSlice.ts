import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

/** The kinds of objects that a page of staff can show. */
export type PresenceKind = "order" | "product" | "customer";

/** A person who looks at an object, or edits it. */
export interface Look {
  id: number;
  adminId: number;
  name: string;
  isEditing: boolean;
}

/** The object that this page shows. */
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

/**
 * The people who look at each order, product and customer, as the socket reports them, and the object that this page
 * shows.
 */
export const presenceSlice = createSlice({
  name: "presence",
  initialState,
  reducers: {
    presenceChanged(state, { payload }: PayloadAction<{ kind: PresenceKind; looks: Look[] }>) {
      state.looks[payload.kind] = payload.looks;
    },
    /** The socket is disconnected, so the presence is unknown. */
    presenceLost(state) {
      state.looks = nobody;
    },
    lookBegun(state, { payload }: PayloadAction<OwnLook>) {
      state.own = payload;
    },
    /** Clears the object of this page, unless the page shows another one by now. */
    lookEnded(state, { payload }: PayloadAction<OwnLook>) {
      const { own } = state;
      if (own?.kind === payload.kind && own.id === payload.id && own.isEditing === payload.isEditing) state.own = null;
    },
  },
});

export const { presenceChanged, presenceLost, lookBegun, lookEnded } = presenceSlice.actions;

export const selectLooks = (state: PresenceState, kind: PresenceKind): Look[] => state.presence.looks[kind];
