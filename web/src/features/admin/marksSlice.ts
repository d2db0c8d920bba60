import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { OrderStatus } from "@/shared/api/types";

/** What the board says beside an item, apart from what the order itself holds. */
export type Mark =
  | { kind: "saving"; to: OrderStatus }
  | { kind: "saved" }
  | { kind: "failed"; to: OrderStatus; reason: string }
  | { kind: "refused"; to: OrderStatus; is: OrderStatus; by: string; at: string }
  | { kind: "changed"; by: string; at: string };

interface Marks {
  byItem: Record<number, Mark>;
  newOrders: Record<number, true>;
  /** The newest sentence for those who listen to the page; the number tells two equal sentences apart. */
  said: { text: string; count: number };
}

export interface MarksState {
  marks: Marks;
}

const initialState: Marks = { byItem: {}, newOrders: {}, said: { text: "", count: 0 } };

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
    said(state, { payload }: PayloadAction<string>) {
      state.said = { text: payload, count: state.said.count + 1 };
    },
  },
  selectors: {
    selectMark: (state, itemId: number): Mark | undefined => state.byItem[itemId],
    selectIsNew: (state, orderId: number) => state.newOrders[orderId] === true,
    selectSaid: (state) => state.said,
  },
});

export const marksReducer = marksSlice.reducer;
export const { marked, unmarked, orderArrived, said } = marksSlice.actions;
export const { selectMark, selectIsNew, selectSaid } = marksSlice.selectors;
