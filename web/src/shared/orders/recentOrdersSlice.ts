import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { HuidsChange, Order, ShipmentChange, StatusChange } from "@/shared/api/types";

/**
 * Recent events. A response to a request from before an event may be older than the event, so it is patched with these.
 */
export interface RecentOrders {
  changes: StatusChange[];
  huids: HuidsChange[];
  shipments: ShipmentChange[];
  placed: Order[];
  /** The number of changes and new orders seen so far; each counts once. */
  revision: number;
}

const kept = 200;

const recentSlice = createSlice({
  name: "recentOrders",
  initialState: { changes: [], huids: [], shipments: [], placed: [], revision: 0 } as RecentOrders,
  reducers: {
    statusChangeSeen(state, { payload }: PayloadAction<StatusChange>) {
      if (!isSeen(state, payload)) state.revision += 1;
      state.changes = [...state.changes.filter((known) => !isSame(known, payload)), payload].slice(-kept);
    },
    huidsChangeSeen(state, { payload }: PayloadAction<HuidsChange>) {
      const known = state.huids.find(({ itemId }) => itemId === payload.itemId);
      if (known && known.huidsVersion >= payload.huidsVersion) return;
      state.huids = [...state.huids.filter((each) => each !== known), payload].slice(-kept);
    },
    shipmentChangeSeen(state, { payload }: PayloadAction<ShipmentChange>) {
      const known = state.shipments.find(({ itemId }) => itemId === payload.itemId);
      if (known && known.shipmentVersion >= payload.shipmentVersion) return;
      state.shipments = [...state.shipments.filter((each) => each !== known), payload].slice(-kept);
    },
    orderSeen(state, { payload }: PayloadAction<Order>) {
      if (!isKnown(state, payload)) state.revision += 1;
      state.placed = [...state.placed.filter((known) => known.id !== payload.id), payload].slice(-kept);
    },
    forgotten: (state) => {
      state.changes = [];
      state.huids = [];
      state.shipments = [];
      state.placed = [];
    },
  },
});

/** Whether this change was seen before; events and responses of mutations bring each change twice. */
export const isSeen = ({ changes }: RecentOrders, change: StatusChange) =>
  changes.some((known) => isSame(known, change));

/** Whether this placed order was seen before. */
export const isKnown = ({ placed }: RecentOrders, { id }: Order) => placed.some((known) => known.id === id);

const isSame = (a: StatusChange, b: StatusChange) => a.itemId === b.itemId && a.version === b.version;

export const recentOrdersReducer = recentSlice.reducer;
export const {
  statusChangeSeen,
  huidsChangeSeen,
  shipmentChangeSeen,
  orderSeen,
  forgotten: recentOrdersForgotten,
} = recentSlice.actions;
