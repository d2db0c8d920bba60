import { useId, useState } from "react";
import { useAppDispatch } from "@/app/hooks";
import { offerUndo, undoWindow } from "@/features/admin/board/status/offerUndo";
import { boardStatusChanged } from "@/shared/admin/orders/boardEvents";
import { rowMessageSet, said } from "@/shared/admin/orders/rowMessagesSlice";
import { errorReason } from "@/shared/api/errors";
import type { Order, OrderItem } from "@/shared/api/types";
import { dayMonth, pluralize, rupees } from "@/shared/format";
import { presentItems, useCancelItemsMutation } from "@/shared/orders/cancelApi";
import { statusTimeKey } from "@/shared/orders/statusPatch";
import { itemTitle } from "@/shared/product/sizeText";
import { Thumbnail } from "@/shared/product/Thumbnail";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { Problem } from "@/shared/ui/Problem";
import { statusWord } from "@/shared/ui/StatusBadge";

const reasons = [
  "The shopper asked for it",
  "The payment did not arrive",
  "The piece is not in stock",
  "The piece is damaged",
  "The address cannot be reached",
  "Another reason",
];

export const isCancellable = ({ status }: OrderItem) => status !== "delivered" && status !== "cancelled";

/** Cancels items of an order that are not delivered yet; Undo is offered as for every status. */
export function CancelItems({ order, onClose }: { order: Order; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const titleId = useId();
  const reasonId = useId();
  const [picked, setPicked] = useState<number[]>([]);
  const [reason, setReason] = useState(reasons[0] ?? "");
  const [cancelItems, { isLoading, error }] = useCancelItemsMutation();
  const items = order.items.filter((item) => picked.includes(item.itemId) && isCancellable(item));
  const amount = items.reduce((sum, item) => sum + item.totalAmount, 0);
  const pieces = items.reduce((sum, item) => sum + item.productQuantity, 0);

  const save = async () => {
    for (const { itemId } of items) dispatch(rowMessageSet({ itemId, message: { kind: "saving", to: "cancelled" } }));
    const answer = await cancelItems({ orderId: order.id, itemIds: items.map(({ itemId }) => itemId), reason });
    for (const change of answer.data ?? presentItems(answer.error)) dispatch(boardStatusChanged(change));
    if (!answer.data) {
      const message = { kind: "failed", reason: errorReason(answer.error) } as const;
      for (const { itemId } of items) dispatch(rowMessageSet({ itemId, message }));
      return;
    }
    for (const { itemId, version } of answer.data) {
      dispatch(rowMessageSet({ itemId, message: { kind: "saved", version } }));
    }
    dispatch(offerUndo(answer.data, "cancelled", [order]));
    for (const { stockNote } of answer.data) if (stockNote) dispatch(toastShown("error", stockNote));
    dispatch(said(`${pluralize(items.length, "item")} of order ${order.id} cancelled`));
    onClose();
  };

  return (
    <section className="cancel-items" aria-labelledby={titleId}>
      <h3 id={titleId}>Cancel items</h3>
      {order.items.map((item) => (
        <label key={item.itemId} className="choice">
          <input
            type="checkbox"
            className="form-check-input"
            disabled={!isCancellable(item) || isLoading}
            checked={items.includes(item)}
            onChange={({ target }) =>
              setPicked(target.checked ? [...picked, item.itemId] : picked.filter((id) => id !== item.itemId))
            }
          />
          <Thumbnail url={item.productImageUrl} size={44} />
          <span>
            {itemTitle(item)}
            <small>{stateOf(item)}</small>
          </span>
          <span className="num">{rupees(item.totalAmount)}</span>
        </label>
      ))}
      <label className="form-label" htmlFor={reasonId}>
        Reason, the shopper reads it
      </label>
      <select id={reasonId} className="form-select" value={reason} onChange={({ target }) => setReason(target.value)}>
        {reasons.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <p className="says">
        <b>What happens.</b>{" "}
        {items.length === 0
          ? "Choose what to cancel."
          : `${pluralize(pieces, "piece")} back into stock where it is counted. ${rupees(amount)} is no longer owed. ${order.customerName} gets a mail.`}
      </p>
      <Problem text={error && errorReason(error)} className="text-danger" />
      <div className="foot">
        <span className="muted">Undo for {undoWindow / 1000} s</span>
        <button type="button" className="btn btn-line btn-sm" onClick={onClose}>
          Keep
        </button>
        <button
          type="button"
          className="btn btn-primary btn-sm"
          disabled={items.length === 0 || isLoading}
          onClick={() => void save()}
        >
          Cancel {pluralize(items.length, "item")}
        </button>
      </div>
    </section>
  );
}

function stateOf(item: OrderItem): string {
  if (item.status === "cancelled") return `Cancelled on ${dayMonth(item.cancelledAt)}`;
  if (item.status === "delivered") return "Delivered. It can only be returned.";
  const at = item[statusTimeKey(item.status)];
  return item.status === "ordered" || !at
    ? statusWord(item.status)
    : `${statusWord(item.status)}. Can be cancelled until it is delivered.`;
}
