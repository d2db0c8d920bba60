import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { DeskOut } from "@/shared/api/schema";
import { recentOrdersForgotten } from "@/shared/orders/recentOrdersSlice";

/** The assignee of an order, and the number of its notes. */
export type Desk = DeskOut;

interface KnownDesk extends Desk {
  /** The notes of the order were erased permanently, with all other personal data. */
  isErased?: true;
  /** Events were missed, so the next received number of notes is accepted, even if it is lower. */
  isStale?: true;
}

interface Desks {
  /** Orders that were received since the last call of `desksRenewed`. */
  current: Record<number, KnownDesk>;
  /** Orders that were received before. */
  previous: Record<number, KnownDesk>;
  /** The number of current orders that were unknown before. */
  added: number;
}

export interface DeskState {
  desk: Desks;
}

const initialState: Desks = { current: {}, previous: {}, added: 0 };

/** After this many further orders the shown lists are refetched, and orders that nothing shows are dropped. */
const renewedAfter = 500;

const deskOf = ({ current, previous }: Desks, orderId: number) => current[orderId] ?? previous[orderId];

function keep(state: Desks, desk: KnownDesk) {
  if (!deskOf(state, desk.orderId)) state.added += 1;
  state.current[desk.orderId] = desk;
}

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
        const known = deskOf(state, seen.orderId);
        const { isStale: _, ...newest } = !known || seen.version >= known.version ? { ...known, ...seen } : known;
        keep(state, { ...newest, notes: mostNotes(known, seen.notes) });
      }
    },
    notesSeen(state, { payload: { orderId, notes } }: PayloadAction<{ orderId: number; notes: number }>) {
      const known: KnownDesk = deskOf(state, orderId) ?? noDesk(orderId);
      const { isStale: _, ...desk } = known;
      keep(state, { ...desk, notes: mostNotes(known, notes) });
    },
    ordersErased(state, { payload }: PayloadAction<number[]>) {
      for (const orderId of payload)
        keep(state, { ...(deskOf(state, orderId) ?? noDesk(orderId)), notes: 0, isErased: true });
    },
    /** Drops orders that were not received since the last call. The caller refetches the shown lists. */
    desksRenewed: ({ current }) => ({ current: {}, previous: current, added: 0 }),
  },
  extraReducers: (builder) => {
    // Events were missed. An order may have been erased, so its number of notes may be lower now.
    builder.addCase(recentOrdersForgotten, ({ current, previous }) => {
      for (const desk of [...Object.values(current), ...Object.values(previous)]) desk.isStale = true;
    });
  },
});

/** The number of notes after another number was received, which may be older. */
const mostNotes = (known: KnownDesk | undefined, seen: number) =>
  known?.isErased ? 0 : known?.isStale ? seen : Math.max(known?.notes ?? 0, seen);

export const { deskSeen, notesSeen, ordersErased, desksRenewed } = deskSlice.actions;

/** An order that was never assigned and has no notes. */
export const noDesk = (orderId: number): Desk => ({ orderId, assignee: null, version: 0, notes: 0 });

export const selectDesk = (state: DeskState, orderId: number): Desk | undefined => deskOf(state.desk, orderId);

/** Whether so many orders were added that the shown lists should be refetched and other orders dropped. */
export const selectIsToRenew = ({ desk }: DeskState) => desk.added >= renewedAfter;
