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

export type Outcome = "saved" | "refused" | "failed";

const savedShows = 6000;
const atOnce = 4;

/** Saves one item's status; its row shows the answer, whichever it is. */
export function setStatus({ item, order, place, of }: BoardRow, to: OrderStatus, quiet = false): SaveThunk<Outcome> {
  return async (dispatch) => {
    const { itemId } = item;
    const name = of > 1 ? `item ${place} of order ${order.id}` : `order ${order.id}`;
    dispatch(marked({ itemId, mark: { kind: "saving", to } }));
    const answer = await dispatch(
      boardApi.endpoints.changeStatus.initiate({ itemId, status: to, version: item.version }, { track: false }),
    );
    const change = answer.data ?? conflictOf(answer.error);
    if (change) dispatch(boardStatusChanged(change));
    if (change?.status === to) {
      dispatch(marked({ itemId, mark: { kind: "saved" } }));
      setTimeout(() => dispatch(unmarked({ itemId, kind: "saved" })), savedShows);
      if (!quiet) dispatch(said(`${name} is ${statusWord(to)}`));
      return "saved";
    }
    if (change) {
      const by = change.changedBy ?? "Another admin";
      dispatch(marked({ itemId, mark: { kind: "refused", to, is: change.status, by, at: change.at } }));
      dispatch(said(`Not saved: ${by} has set ${name} to ${statusWord(change.status)}`));
      return "refused";
    }
    dispatch(marked({ itemId, mark: { kind: "failed", to, reason: errorReason(answer.error) } }));
    if (!quiet) dispatch(toastShown("error", "Failed to update status"));
    return "failed";
  };
}

function conflictOf(error: unknown): StatusChange | undefined {
  if (!isApiError(error) || error.status !== 409) return undefined;
  const row = error.data as Partial<StatusChange> | undefined;
  return row?.itemId && row.status ? (row as StatusChange) : undefined;
}

export type Outcomes = Record<Outcome, BoardRow[]>;

/** Saves many rows, a few at a time; each row shows its own result. */
export function setStatuses(rows: BoardRow[], to: OrderStatus): SaveThunk<Outcomes> {
  return async (dispatch) => {
    const outcomes: Outcomes = { saved: [], refused: [], failed: [] };
    const queue = rows.filter((row) => row.item.status !== to);
    outcomes.saved.push(...rows.filter((row) => row.item.status === to));
    const work = async () => {
      for (let row = queue.shift(); row; row = queue.shift())
        outcomes[await dispatch(setStatus(row, to, true))].push(row);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
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
