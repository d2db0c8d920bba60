import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { Order, OrderStatus } from "@/shared/api/types";

/** The status messages of rows, and other state of the board that is not part of an order. */
export type RowStatus =
  | { kind: "saving"; to: OrderStatus }
  /** It has the version of the row that the change created. */
  | { kind: "saved" | "undone"; version: number }
  /** Without `to` it is not set again: a cancellation, or an undo that failed. */
  | { kind: "failed"; to?: OrderStatus; reason: string }
  | { kind: "refused"; to: OrderStatus; is: OrderStatus; by: string; at: string }
  /** The order is not paid; the admin is asked before it is packed. */
  | { kind: "unpaid"; to: OrderStatus }
  /** The hallmarked item has no HUID; the admin is asked before it is packed. */
  | { kind: "noHuid"; to: OrderStatus }
  | { kind: "changed"; by: string; at: string };

/** A saved change, with the data to undo it. */
export interface SavedChange {
  /** The order before the change, because a list that is refetched meanwhile may not contain it any more. */
  order: Order;
  itemId: number;
  from: OrderStatus;
  /** The row's new version; it cannot be undone after another change. */
  version: number;
}

/** The changes of the last action. */
export interface LastAction {
  count: number;
  changes: SavedChange[];
  to: OrderStatus;
}

/** An item that a dialog asks about, and its order as it was when the dialog was opened. */
export interface AskedItem {
  what: "courier" | "huids";
  order: Order;
  itemId: number;
}

interface RowStatuses {
  byItem: Record<number, RowStatus>;
  /** Items that others changed, the latest last; some have another message by now. */
  changedItems: number[];
  done: LastAction | null;
  /** Orders that arrived while the page was open, the latest last. */
  newOrders: number[];
  asked: AskedItem | null;
  /** Orders whose payment a cancellation or its undo has changed, until it is fetched. */
  outdatedPayments: number[];
  /** The latest announcement for screen readers; the number distinguishes equal texts. */
  said: { text: string; count: number };
}

export interface RowStatusState {
  rowStatus: RowStatuses;
}

const initialState: RowStatuses = {
  byItem: {},
  changedItems: [],
  done: null,
  newOrders: [],
  asked: null,
  outdatedPayments: [],
  said: { text: "", count: 0 },
};

/** How many changed items and how many new orders stay marked, so that a page that stays open does not grow. */
const kept = 500;

export const rowStatusSlice = createSlice({
  name: "rowStatus",
  initialState,
  reducers: {
    rowStatusSet(state, { payload }: PayloadAction<{ itemId: number; mark: RowStatus }>) {
      const { itemId, mark } = payload;
      state.byItem[itemId] = mark;
      if (mark.kind !== "changed") return;
      const changed = [...state.changedItems.filter((id) => id !== itemId), itemId];
      for (const id of changed.slice(0, -kept)) if (state.byItem[id]?.kind === "changed") delete state.byItem[id];
      state.changedItems = changed.slice(-kept);
    },
    /** Clears a row's message, unless another kind or, with a version, that of another change has replaced it. */
    rowStatusCleared(state, { payload }: PayloadAction<{ itemId: number; kind: RowStatus["kind"]; version?: number }>) {
      const { itemId, kind, version } = payload;
      const mark = state.byItem[itemId];
      const isOther = version !== undefined && mark && "version" in mark && mark.version !== version;
      if (mark?.kind === kind && !isOther) delete state.byItem[itemId];
    },
    orderArrived(state, { payload }: PayloadAction<number>) {
      state.newOrders = [...state.newOrders.filter((id) => id !== payload), payload].slice(-kept);
    },
    itemAsked(state, { payload }: PayloadAction<AskedItem | null>) {
      state.asked = payload;
    },
    paymentOutdated(state, { payload: id }: PayloadAction<number>) {
      if (!state.outdatedPayments.includes(id)) state.outdatedPayments.push(id);
    },
    paymentsRefetched(state) {
      state.outdatedPayments = [];
    },
    lastActionSet(state, { payload }: PayloadAction<LastAction | null>) {
      state.done = payload;
    },
    /** The time limit for undoing this action has passed. */
    lastActionExpired(state, { payload: count }: PayloadAction<number>) {
      if (state.done?.count === count) state.done = null;
    },
    said(state, { payload }: PayloadAction<string>) {
      state.said = { text: payload, count: state.said.count + 1 };
    },
  },
  selectors: {
    selectRowStatus: (state, itemId: number): RowStatus | undefined => state.byItem[itemId],
    selectIsNew: (state, orderId: number) => state.newOrders.includes(orderId),
    selectAskedItem: (state) => state.asked,
    selectOutdatedPayments: (state) => state.outdatedPayments,
    selectLastAction: (state) => state.done,
    selectAnnouncement: (state) => state.said,
  },
});

export const {
  rowStatusSet,
  rowStatusCleared,
  orderArrived,
  itemAsked,
  paymentOutdated,
  paymentsRefetched,
  lastActionSet,
  lastActionExpired,
  said,
} = rowStatusSlice.actions;
export const {
  selectRowStatus,
  selectIsNew,
  selectAskedItem,
  selectOutdatedPayments,
  selectLastAction,
  selectAnnouncement,
} = rowStatusSlice.selectors;
