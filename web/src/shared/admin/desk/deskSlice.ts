import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { DeskOut } from "@/shared/api/schema";

/** To whom an order is assigned, and how many notes it has. */
export type Desk = DeskOut;

interface KnownDesk extends Desk {
  /** The order has lost its notes for good, with all other personal data. */
  isErased?: true;
}

export interface DeskState {
  desk: Record<number, KnownDesk>;
}

const initialState: DeskState["desk"] = {};

/**
 * The newest known assignment and number of notes of each order, from lists, events and responses. An older response
 * that arrives late changes nothing: versions only grow, and notes are only added, until the order is erased.
 */
export const deskSlice = createSlice({
  name: "desk",
  initialState,
  reducers: {
    deskSeen(state, { payload }: PayloadAction<Desk[]>) {
      for (const seen of payload) {
        const known = state[seen.orderId];
        const newest = !known || seen.version >= known.version ? { ...known, ...seen } : known;
        state[seen.orderId] = { ...newest, notes: mostNotes(known, seen.notes) };
      }
    },
    notesSeen(state, { payload: { orderId, notes } }: PayloadAction<{ orderId: number; notes: number }>) {
      const known = state[orderId] ?? noDesk(orderId);
      state[orderId] = { ...known, notes: mostNotes(known, notes) };
    },
    ordersErased(state, { payload }: PayloadAction<number[]>) {
      for (const orderId of payload)
        state[orderId] = { ...(state[orderId] ?? noDesk(orderId)), notes: 0, isErased: true };
    },
  },
});

/** The number of notes after another one was seen, which may be older. */
const mostNotes = (known: KnownDesk | undefined, seen: number) =>
  known?.isErased ? 0 : Math.max(known?.notes ?? 0, seen);

export const { deskSeen, notesSeen, ordersErased } = deskSlice.actions;

/** An order that was never assigned and has no notes. */
export const noDesk = (orderId: number): Desk => ({ orderId, assignee: null, version: 0, notes: 0 });

export const selectDesk = (state: DeskState, orderId: number): Desk | undefined => state.desk[orderId];
