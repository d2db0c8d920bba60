import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { errorReason, isApiError } from "@/shared/api/errors";
import type { OrderStatus, StatusChange } from "@/shared/api/types";
import { failureShown } from "@/shared/toasts/toastsSlice";
import { statusWord } from "@/shared/ui/StatusBadge";
import { boardApi } from "./boardApi";
import { boardStatusChanged } from "./boardEvents";
import type { BoardRow } from "./boardRows";
import { type LastDone, type Mark, marked, said, unmarked } from "./marksSlice";
import { undoableFor } from "./undoable";

// biome-ignore lint/suspicious/noExplicitAny: the admin's store holds more than this feature knows
type SaveThunk<T> = ThunkAction<Promise<T>, any, unknown, UnknownAction>;

// biome-ignore lint/suspicious/noExplicitAny: as above
type SettleThunk = ThunkAction<Outcome, any, unknown, UnknownAction>;

export type Outcome = "saved" | "refused" | "failed";

/** A status to set, at the version of the row that the person saw. */
export interface Wish {
  row: BoardRow;
  to: OrderStatus;
  version: number;
}

const mostAtOnce = 100;
const undoneShows = 6000;

export const wishOf = (row: BoardRow, to: OrderStatus): Wish => ({ row, to, version: row.item.version });

/** Saves one item's status; its row shows the answer, whichever it is. */
export function setStatus(row: BoardRow, to: OrderStatus): SaveThunk<Outcome> {
  return async (dispatch) => {
    const { itemId, version } = row.item;
    dispatch(marked({ itemId, mark: { kind: "saving", to } }));
    const { data, error } = await dispatch(
      boardApi.endpoints.changeStatus.initiate({ itemId, status: to, version }, { track: false }),
    );
    const outcome = dispatch(settle(wishOf(row, to), data ?? conflictOf(error), errorReason(error), "saved"));
    if (outcome === "saved" && data) dispatch(undoableFor([data], to));
    if (outcome === "saved") dispatch(said(`${nameOf(row)} is ${statusWord(to)}`));
    if (outcome === "failed") dispatch(failureShown(error, "Failed to update status"));
    return outcome;
  };
}

const nameOf = ({ order, place, of }: BoardRow) =>
  of > 1 ? `item ${place} of order ${order.id}` : `order ${order.id}`;

// What became of a row: set, set by someone else meanwhile, or not at all.
function settle(
  { row, to }: Wish,
  change: StatusChange | undefined,
  reason: string,
  kind: "saved" | "undone",
): SettleThunk {
  return (dispatch) => {
    const { itemId } = row.item;
    const mark = (next: Mark) => dispatch(marked({ itemId, mark: next }));
    if (change) dispatch(boardStatusChanged(change));
    // Who set the same status meanwhile has not taken anything back: its times are others.
    if (change?.status === to && (kind === "saved" || change.undoes)) {
      mark({ kind });
      if (kind === "undone") setTimeout(() => dispatch(unmarked({ itemId, kind })), undoneShows);
      return "saved";
    }
    if (change) {
      const by = change.changedBy ?? "Another admin";
      mark({ kind: "refused", to, is: change.status, by, at: change.at });
      dispatch(said(`Not saved: ${by} has set ${nameOf(row)} to ${statusWord(change.status)}`));
      return "refused";
    }
    mark({ kind: "failed", to, reason });
    return "failed";
  };
}

function conflictOf(error: unknown): StatusChange | undefined {
  if (!isApiError(error) || error.status !== 409) return undefined;
  const row = error.data as Partial<StatusChange> | undefined;
  return row?.itemId && row.status ? (row as StatusChange) : undefined;
}

export interface Outcomes extends Record<Outcome, BoardRow[]> {
  /** What was changed, as the server says. */
  changes: StatusChange[];
}

/** What became of many rows, and what of it may be taken back. */
export interface AllSet extends Outcomes {
  done: LastDone | null;
}

const { changeStatuses, undoStatuses } = boardApi.endpoints;

/** Saves many rows in one call, or one a hundred; each row shows its own result. A status is set, or taken back to. */
export function setStatuses(wishes: Wish[], kind: "saved" | "undone" = "saved"): SaveThunk<Outcomes> {
  return async (dispatch) => {
    let error: unknown;
    const outcomes: Outcomes = { saved: [], refused: [], failed: [], changes: [] };
    const queue = wishes.filter(({ row, to }) => kind === "undone" || row.item.status !== to);
    outcomes.saved.push(...wishes.filter((wish) => !queue.includes(wish)).map(({ row }) => row));
    for (const { row, to } of queue) dispatch(marked({ itemId: row.item.itemId, mark: { kind: "saving", to } }));
    for (let from = 0; from < queue.length; from += mostAtOnce) {
      const part = queue.slice(from, from + mostAtOnce);
      const picks = part.map(({ row, to, version }) => ({ itemId: row.item.itemId, status: to, version }));
      const call = kind === "undone" ? undoStatuses : changeStatuses;
      const { data, ...answer } = await dispatch(call.initiate(picks, { track: false }));
      error ??= answer.error;
      for (const wish of part) {
        const result = data?.find(({ id }) => id === wish.row.item.itemId);
        const change = result?.data ?? undefined;
        const outcome = dispatch(settle(wish, change, result?.message ?? errorReason(answer.error), kind));
        outcomes[outcome].push(wish.row);
        if (outcome === "saved" && change) outcomes.changes.push(change);
      }
    }
    if (outcomes.failed.length > 0) dispatch(failureShown(error, "Failed to update status"));
    return outcomes;
  };
}

/** Sets one status for many rows; it can be taken back as one. */
export function setAllTo(rows: BoardRow[], to: OrderStatus): SaveThunk<AllSet> {
  return async (dispatch) => {
    const outcomes = await dispatch(setStatuses(rows.map((row) => wishOf(row, to))));
    const done = dispatch(undoableFor(outcomes.changes, to));
    dispatch(said(outcomeWords(outcomes, to)));
    return { ...outcomes, done };
  };
}

/** `2 set to Packed, 1 failed` */
export function outcomeWords({ saved, refused, failed }: Outcomes, to: OrderStatus): string {
  const parts = [`${saved.length} set to ${statusWord(to)}`];
  if (refused.length) parts.push(`${refused.length} changed by someone else`);
  if (failed.length) parts.push(`${failed.length} failed`);
  return parts.join(", ");
}
