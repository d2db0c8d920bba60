import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { Order, OrderStatus } from "@/shared/api/types";

/** A message at a row about a change of its status. */
export type RowMessage =
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

/** The messages of rows, and other state of the board that is not part of an order. */
interface RowMessages {
  byItem: Record<number, RowMessage>;
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

export interface RowMessagesState {
  rowMessages: RowMessages;
}

const initialState: RowMessages = {
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

export const rowMessagesSlice = createSlice({
  name: "rowMessages",
  initialState,
  reducers: {
    rowMessageSet(state, { payload }: PayloadAction<{ itemId: number; message: RowMessage }>) {
      const { itemId, message } = payload;
      state.byItem[itemId] = message;
      if (message.kind !== "changed") return;
      const changed = [...state.changedItems.filter((id) => id !== itemId), itemId];
      for (const id of changed.slice(0, -kept)) if (state.byItem[id]?.kind === "changed") delete state.byItem[id];
      state.changedItems = changed.slice(-kept);
    },
    /** Clears a row's message, unless another kind or, with a version, that of another change has replaced it. */
    rowMessageCleared(
      state,
      { payload }: PayloadAction<{ itemId: number; kind: RowMessage["kind"]; version?: number }>,
    ) {
      const { itemId, kind, version } = payload;
      const message = state.byItem[itemId];
      const isOther = version !== undefined && message && "version" in message && message.version !== version;
      if (message?.kind === kind && !isOther) delete state.byItem[itemId];
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
    selectRowMessage: (state, itemId: number): RowMessage | undefined => state.byItem[itemId],
    selectIsNew: (state, orderId: number) => state.newOrders.includes(orderId),
    selectAskedItem: (state) => state.asked,
    selectOutdatedPayments: (state) => state.outdatedPayments,
    selectLastAction: (state) => state.done,
    selectAnnouncement: (state) => state.said,
  },
});

export const {
  rowMessageSet,
  rowMessageCleared,
  orderArrived,
  itemAsked,
  paymentOutdated,
  paymentsRefetched,
  lastActionSet,
  lastActionExpired,
  said,
} = rowMessagesSlice.actions;
export const {
  selectRowMessage,
  selectIsNew,
  selectAskedItem,
  selectOutdatedPayments,
  selectLastAction,
  selectAnnouncement,
} = rowMessagesSlice.selectors;
