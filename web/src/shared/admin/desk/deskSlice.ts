import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { DeskOut } from "@/shared/api/schema";

/** To whom an order is assigned, and how many notes it has. */
export type Desk = DeskOut;

export interface DeskState {
  desk: Record<number, Desk>;
}

const initialState: DeskState["desk"] = {};

/**
 * The newest known assignment and number of notes of each order, from lists, events and responses. An older response
 * that arrives late changes nothing: versions only grow, and notes are only added.
 */
export const deskSlice = createSlice({
  name: "desk",
  initialState,
  reducers: {
    deskSeen(state, { payload }: PayloadAction<Desk[]>) {
      for (const seen of payload) {
        const known = state[seen.orderId];
        const notes = Math.max(known?.notes ?? 0, seen.notes);
        if (!known || seen.version >= known.version) state[seen.orderId] = { ...seen, notes };
        else known.notes = notes;
      }
    },
    notesSeen(state, { payload: { orderId, notes } }: PayloadAction<{ orderId: number; notes: number }>) {
      const known = state[orderId] ?? noDesk(orderId);
      state[orderId] = { ...known, notes: Math.max(known.notes, notes) };
    },
  },
});

export const { deskSeen, notesSeen } = deskSlice.actions;

/** An order that was never assigned and has no notes. */
export const noDesk = (orderId: number): Desk => ({ orderId, assignee: null, version: 0, notes: 0 });

export const selectDesk = (state: DeskState, orderId: number): Desk | undefined => state.desk[orderId];
