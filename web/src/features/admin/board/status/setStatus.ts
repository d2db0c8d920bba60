import type { BoardRow } from "@/features/admin/board/boardRows";
import { isSafeToPack } from "@/features/admin/board/PaymentCell";
import { boardApi } from "@/shared/admin/orders/boardApi";
import { boardStatusChanged } from "@/shared/admin/orders/boardEvents";
import { lacksHuids } from "@/shared/admin/orders/huidsApi";
import {
  type LastAction,
  type RowMessage,
  type RowMessagesState,
  rowMessageCleared,
  rowMessageSet,
  said,
  selectRowMessage,
} from "@/shared/admin/orders/rowMessagesSlice";
import { errorReason, isApiError } from "@/shared/api/errors";
import type { Thunk } from "@/shared/api/thunk";
import { isBeforePacking, type OrderStatus, type StatusChange } from "@/shared/api/types";
import { failureShown } from "@/shared/toasts/toastsSlice";
import { statusWord } from "@/shared/ui/StatusBadge";
import { offerUndo } from "./offerUndo";

/** The questions before an item is packed: the order is not paid, or a hallmarked piece has no HUID. */
type Question = "unpaid" | "noHuid";
export type Outcome = "saved" | "refused" | "failed" | Question;

/** A status to set, with the row's version that the admin saw. */
export interface StatusRequest {
  row: BoardRow;
  to: OrderStatus;
  version: number;
  /** Grams of its pieces on the scale, if it is packed. */
  weights?: number[];
}

const maxPerRequest = 100;
const undoneNoteTime = 6000;

const statusRequestOf = (row: BoardRow, to: OrderStatus): StatusRequest => ({
  row,
  to,
  version: row.item.version,
});

/** Saves the status of one item and shows the result in its row. */
export function setStatus(row: BoardRow, to: OrderStatus): Thunk<Promise<Outcome>> {
  return async (dispatch, getState) => {
    const { itemId, version } = row.item;
    const question = questionOf(row, to, getState());
    if (question) {
      dispatch(rowMessageSet({ itemId, message: { kind: question, to } }));
      dispatch(said(`${nameOf(row)} ${question === "unpaid" ? "is not paid yet" : "has no HUID yet"}`));
      return question;
    }
    dispatch(rowMessageSet({ itemId, message: { kind: "saving", to } }));
    const { data, error } = await dispatch(
      boardApi.endpoints.changeStatus.initiate({ itemId, status: to, version }, { track: false }),
    );
    const outcome = dispatch(
      applyOutcome(statusRequestOf(row, to), data ?? conflictOf(error), errorReason(error), "saved"),
    );
    if (outcome === "saved" && data) dispatch(offerUndo([data], to, [row.order]));
    if (outcome === "saved") dispatch(said(`${nameOf(row)} is ${statusWord(to)}`));
    if (outcome === "failed") dispatch(failureShown(error, "Failed to update status"));
    return outcome;
  };
}

/** The next question before an item is packed. A question that was asked before counts as answered with yes. */
function questionOf({ order, item }: BoardRow, to: OrderStatus, state: RowMessagesState): Question | undefined {
  if (to !== "packed" || !isBeforePacking(item)) return undefined;
  const asked = selectRowMessage(state, item.itemId)?.kind;
  if (asked === "noHuid") return undefined;
  if (asked !== "unpaid" && !isSafeToPack(order.payment)) return "unpaid";
  return lacksHuids(item) ? "noHuid" : undefined;
}

const nameOf = ({ order, place, of }: BoardRow) =>
  of > 1 ? `item ${place} of order ${order.id}` : `order ${order.id}`;

// The result for one row: saved, changed by someone else meanwhile, or failed.
function applyOutcome(
  { row, to }: StatusRequest,
  change: StatusChange | undefined,
  reason: string,
  kind: "saved" | "undone",
): Thunk<Outcome> {
  return (dispatch) => {
    const { itemId } = row.item;
    const setMessage = (next: RowMessage) => dispatch(rowMessageSet({ itemId, message: next }));
    if (change) dispatch(boardStatusChanged(change));
    // If someone else has set the same status meanwhile, the change was not undone, because the times differ.
    if (change?.status === to && (kind === "saved" || change.undoes)) {
      const { version } = change;
      setMessage({ kind, version });
      if (kind === "undone") setTimeout(() => dispatch(rowMessageCleared({ itemId, kind, version })), undoneNoteTime);
      return "saved";
    }
    if (change) {
      const by = change.changedBy ?? "Another admin";
      setMessage({ kind: "refused", to, is: change.status, by, at: change.at });
      dispatch(said(`Not saved: ${by} has set ${nameOf(row)} to ${statusWord(change.status)}`));
      return "refused";
    }
    // An undo is repeated as an undo: setting the former status would give it the present time.
    setMessage({ kind: "failed", to: kind === "saved" ? to : undefined, reason });
    return "failed";
  };
}

function conflictOf(error: unknown): StatusChange | undefined {
  if (!isApiError(error) || error.status !== 409) return undefined;
  const row = error.data as Partial<StatusChange> | undefined;
  return row?.itemId && row.status ? (row as StatusChange) : undefined;
}

export interface Outcomes extends Record<Outcome, BoardRow[]> {
  /** The changes as the server saved them. */
  changes: StatusChange[];
}

/** The results for many rows, and the action that can be undone. */
export interface BulkOutcomes extends Outcomes {
  done: LastAction | null;
}

const { changeStatuses, undoStatuses } = boardApi.endpoints;

/** Saves or undoes the status of many rows, at most a hundred in a request. Each row shows its own result. */
export function setStatuses(requests: StatusRequest[], kind: "saved" | "undone" = "saved"): Thunk<Promise<Outcomes>> {
  return async (dispatch, getState) => {
    let error: unknown;
    const outcomes: Outcomes = { saved: [], refused: [], failed: [], unpaid: [], noHuid: [], changes: [] };
    const asked = requests.filter(({ row, to }) => {
      const question = kind === "saved" && questionOf(row, to, getState());
      if (!question) return true;
      dispatch(rowMessageSet({ itemId: row.item.itemId, message: { kind: question, to } }));
      outcomes[question].push(row);
      return false;
    });
    const queue = asked.filter(({ row, to }) => kind === "undone" || row.item.status !== to);
    outcomes.saved.push(...asked.filter((request) => !queue.includes(request)).map(({ row }) => row));
    for (const { row, to } of queue)
      dispatch(rowMessageSet({ itemId: row.item.itemId, message: { kind: "saving", to } }));
    for (let from = 0; from < queue.length; from += maxPerRequest) {
      const part = queue.slice(from, from + maxPerRequest);
      const picks = part.map(({ row, to, version, weights }) => ({
        itemId: row.item.itemId,
        status: to,
        version,
        weights,
      }));
      const call = kind === "undone" ? undoStatuses : changeStatuses;
      const { data, ...answer } = await dispatch(call.initiate(picks, { track: false }));
      error ??= answer.error;
      for (const request of part) {
        const result = data?.find(({ id }) => id === request.row.item.itemId);
        const change = result?.data ?? undefined;
        const outcome = dispatch(applyOutcome(request, change, result?.message ?? errorReason(answer.error), kind));
        outcomes[outcome].push(request.row);
        if (outcome === "saved" && change) outcomes.changes.push(change);
      }
    }
    if (outcomes.failed.length > 0) dispatch(failureShown(error, "Failed to update status"));
    return outcomes;
  };
}

/** Sets one status for many rows; they are undone together. */
export function setStatusOfAll(
  rows: BoardRow[],
  to: OrderStatus,
  weightsOf?: (row: BoardRow) => number[],
): Thunk<Promise<BulkOutcomes>> {
  return async (dispatch) => {
    const requests = rows.map((row) => ({ ...statusRequestOf(row, to), weights: weightsOf?.(row) }));
    const outcomes = await dispatch(setStatuses(requests));
    const done = dispatch(
      offerUndo(
        outcomes.changes,
        to,
        rows.map(({ order }) => order),
      ),
    );
    dispatch(said(outcomeText(outcomes, to)));
    return { ...outcomes, done };
  };
}

/** `2 set to Packed, 1 failed` */
export function outcomeText({ saved, refused, failed, unpaid, noHuid }: Outcomes, to: OrderStatus): string {
  const parts = [`${saved.length} set to ${statusWord(to)}`];
  if (refused.length) parts.push(`${refused.length} changed by someone else`);
  if (unpaid.length) parts.push(`${unpaid.length} not paid yet`);
  if (noHuid.length) parts.push(`${noHuid.length} without a HUID`);
  if (failed.length) parts.push(`${failed.length} failed`);
  return parts.join(", ");
}
