import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { OrderStatus } from "@/shared/api/types";

/** What the board says beside an item, apart from what the order itself holds. */
export type Mark =
  | { kind: "saving"; to: OrderStatus }
  | { kind: "saved" }
  | { kind: "undone" }
  | { kind: "failed"; to: OrderStatus; reason: string }
  | { kind: "refused"; to: OrderStatus; is: OrderStatus; by: string; at: string }
  | { kind: "changed"; by: string; at: string };

/** A change that was saved, with what it takes to set it back. */
export interface Done {
  orderId: number;
  itemId: number;
  from: OrderStatus;
  /** The row's version since; it is not set back once someone else has changed it. */
  version: number;
}

/** What one click did last. */
export interface LastDone {
  count: number;
  changes: Done[];
  to: OrderStatus;
}

interface Marks {
  byItem: Record<number, Mark>;
  done: LastDone | null;
  newOrders: Record<number, true>;
  /** The newest sentence for those who listen to the page; the number tells two equal sentences apart. */
  said: { text: string; count: number };
}

export interface MarksState {
  marks: Marks;
}

const initialState: Marks = { byItem: {}, done: null, newOrders: {}, said: { text: "", count: 0 } };

export const marksSlice = createSlice({
  name: "marks",
  initialState,
  reducers: {
    marked(state, { payload }: PayloadAction<{ itemId: number; mark: Mark }>) {
      state.byItem[payload.itemId] = payload.mark;
    },
    /** Takes back a mark, unless another kind has taken its place. */
    unmarked(state, { payload }: PayloadAction<{ itemId: number; kind: Mark["kind"] }>) {
      if (state.byItem[payload.itemId]?.kind === payload.kind) delete state.byItem[payload.itemId];
    },
    orderArrived(state, { payload }: PayloadAction<number>) {
      state.newOrders[payload] = true;
    },
    doneLast(state, { payload }: PayloadAction<LastDone | null>) {
      state.done = payload;
    },
    /** It is too late to set back what this click did. */
    doneForGood(state, { payload: count }: PayloadAction<number>) {
      if (state.done?.count === count) state.done = null;
    },
    said(state, { payload }: PayloadAction<string>) {
      state.said = { text: payload, count: state.said.count + 1 };
    },
  },
  selectors: {
    selectMark: (state, itemId: number): Mark | undefined => state.byItem[itemId],
    selectIsNew: (state, orderId: number) => state.newOrders[orderId] === true,
    selectDone: (state) => state.done,
    selectSaid: (state) => state.said,
  },
});

export const marksReducer = marksSlice.reducer;
export const { marked, unmarked, orderArrived, doneLast, doneForGood, said } = marksSlice.actions;
export const { selectMark, selectIsNew, selectDone, selectSaid } = marksSlice.selectors;
