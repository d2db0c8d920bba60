import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { Order, StatusChange } from "@/shared/api/types";

/**
 * What arrived lately. A list that was asked for before an event and answered after it would show the row as it was:
 * such an answer is brought up to date with these.
 */
export interface RecentOrders {
  changes: StatusChange[];
  placed: Order[];
}

const kept = 200;

const recentSlice = createSlice({
  name: "recentOrders",
  initialState: { changes: [], placed: [] } as RecentOrders,
  reducers: {
    statusChangeSeen(state, { payload }: PayloadAction<StatusChange>) {
      state.changes = [...state.changes.filter((known) => !isSame(known, payload)), payload].slice(-kept);
    },
    orderSeen(state, { payload }: PayloadAction<Order>) {
      state.placed = [...state.placed.filter((known) => known.id !== payload.id), payload].slice(-kept);
    },
    forgotten: (state) => {
      state.changes = [];
      state.placed = [];
    },
  },
});

/** Whether this very change has arrived before; events and the admin's own answers bring each twice. */
export const isSeen = ({ changes }: RecentOrders, change: StatusChange) =>
  changes.some((known) => isSame(known, change));

/** Whether this order's placing has arrived before. */
export const isKnown = ({ placed }: RecentOrders, { id }: Order) => placed.some((known) => known.id === id);

const isSame = (a: StatusChange, b: StatusChange) => a.itemId === b.itemId && a.version === b.version;

export const recentOrdersReducer = recentSlice.reducer;
export const { statusChangeSeen, orderSeen, forgotten: recentOrdersForgotten } = recentSlice.actions;
