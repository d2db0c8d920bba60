import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { errorReason, isApiError } from "@/shared/api/errors";
import type { OrderStatus, StatusChange } from "@/shared/api/types";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { statusWord } from "@/shared/ui/StatusBadge";
import { boardApi } from "./boardApi";
import { boardStatusChanged } from "./boardEvents";
import type { BoardRow } from "./boardRows";
import { marked, said, unmarked } from "./marksSlice";

// biome-ignore lint/suspicious/noExplicitAny: the admin's store holds more than this feature knows
type SaveThunk<T> = ThunkAction<Promise<T>, any, unknown, UnknownAction>;

// biome-ignore lint/suspicious/noExplicitAny: as above
type SettleThunk = ThunkAction<Outcome, any, unknown, UnknownAction>;

export type Outcome = "saved" | "refused" | "failed";

const savedShows = 6000;
const mostAtOnce = 100;

/** Saves one item's status; its row shows the answer, whichever it is. */
export function setStatus(row: BoardRow, to: OrderStatus): SaveThunk<Outcome> {
  return async (dispatch) => {
    const { itemId, version } = row.item;
    dispatch(marked({ itemId, mark: { kind: "saving", to } }));
    const { data, error } = await dispatch(
      boardApi.endpoints.changeStatus.initiate({ itemId, status: to, version }, { track: false }),
    );
    const outcome = dispatch(settle(row, to, data ?? conflictOf(error), errorReason(error)));
    if (outcome === "saved") dispatch(said(`${nameOf(row)} is ${statusWord(to)}`));
    if (outcome === "failed") dispatch(toastShown("error", "Failed to update status"));
    return outcome;
  };
}

const nameOf = ({ order, place, of }: BoardRow) =>
  of > 1 ? `item ${place} of order ${order.id}` : `order ${order.id}`;

// What became of a row: set, set by someone else meanwhile, or not at all.
function settle(row: BoardRow, to: OrderStatus, change: StatusChange | undefined, reason: string): SettleThunk {
  return (dispatch) => {
    const { itemId } = row.item;
    if (change) dispatch(boardStatusChanged(change));
    if (change?.status === to) {
      dispatch(marked({ itemId, mark: { kind: "saved" } }));
      setTimeout(() => dispatch(unmarked({ itemId, kind: "saved" })), savedShows);
      return "saved";
    }
    if (change) {
      const by = change.changedBy ?? "Another admin";
      dispatch(marked({ itemId, mark: { kind: "refused", to, is: change.status, by, at: change.at } }));
      dispatch(said(`Not saved: ${by} has set ${nameOf(row)} to ${statusWord(change.status)}`));
      return "refused";
    }
    dispatch(marked({ itemId, mark: { kind: "failed", to, reason } }));
    return "failed";
  };
}

function conflictOf(error: unknown): StatusChange | undefined {
  if (!isApiError(error) || error.status !== 409) return undefined;
  const row = error.data as Partial<StatusChange> | undefined;
  return row?.itemId && row.status ? (row as StatusChange) : undefined;
}

export type Outcomes = Record<Outcome, BoardRow[]>;

/** Saves many rows in one call, or one a hundred; each row shows its own result. */
export function setStatuses(rows: BoardRow[], to: OrderStatus): SaveThunk<Outcomes> {
  return async (dispatch) => {
    const outcomes: Outcomes = { saved: [], refused: [], failed: [] };
    const queue = rows.filter((row) => row.item.status !== to);
    outcomes.saved.push(...rows.filter((row) => row.item.status === to));
    for (const { item } of queue) dispatch(marked({ itemId: item.itemId, mark: { kind: "saving", to } }));
    for (let from = 0; from < queue.length; from += mostAtOnce) {
      const part = queue.slice(from, from + mostAtOnce);
      const picks = part.map(({ item }) => ({ itemId: item.itemId, status: to, version: item.version }));
      const { data, error } = await dispatch(boardApi.endpoints.changeStatuses.initiate(picks, { track: false }));
      for (const row of part) {
        const result = data?.find(({ id }) => id === row.item.itemId);
        const reason = result?.message ?? errorReason(error);
        outcomes[dispatch(settle(row, to, result?.data ?? undefined, reason))].push(row);
      }
    }
    if (outcomes.failed.length > 0) dispatch(toastShown("error", "Failed to update status"));
    dispatch(said(outcomeWords(outcomes, to)));
    return outcomes;
  };
}

/** `2 set to Packed, 1 failed` */
export function outcomeWords({ saved, refused, failed }: Outcomes, to: OrderStatus): string {
  const parts = [`${saved.length} set to ${statusWord(to)}`];
  if (refused.length) parts.push(`${refused.length} changed by someone else`);
  if (failed.length) parts.push(`${failed.length} failed`);
  return parts.join(", ");
}
