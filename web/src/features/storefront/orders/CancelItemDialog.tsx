import { useState } from "react";
import { useDispatch } from "react-redux";
import { errorReason } from "@/shared/api/errors";
import type { OrderLine } from "@/shared/api/types";
import { dayAndTime, rupees } from "@/shared/format";
import { presentItems, useCancelItemsMutation } from "@/shared/orders/cancelApi";
import { orderStatusChanged } from "@/shared/orders/orderEvents";
import { statusTimeKey } from "@/shared/orders/statusPatch";
import { NoImage } from "@/shared/product/NoImage";
import { Picture } from "@/shared/product/Picture";
import { Dialog } from "@/shared/ui/Dialog";

const reasons = [
  "I ordered by mistake",
  "I found another piece",
  "Delivery takes too long",
  "The payment did not work",
  "Another reason",
];

/** Asks why, and cancels one item. When staff pack it meanwhile, the dialog explains. */
export function CancelItemDialog({ line, onClose }: { line: OrderLine; onClose: () => void }) {
  // biome-ignore lint/suspicious/noExplicitAny: thunks of a store that holds more than this feature knows
  const dispatch = useDispatch<any>();
  const [reason, setReason] = useState<string>();
  const [cancelItems, { isLoading, error }] = useCancelItemsMutation();
  const { orderId, itemId, status } = line;
  const isPaid = line.payment.paid > line.payment.refunded;
  const late = status === "ordered" ? null : lateWords(line);

  const cancel = async () => {
    if (!reason) return;
    const answer = await cancelItems({ orderId, itemIds: [itemId], reason });
    for (const change of answer.data ?? presentItems(answer.error)) dispatch(orderStatusChanged(change));
    if (answer.data) onClose();
  };

  return (
    <Dialog
      title="Cancel this item?"
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn btn-line ms-auto" onClick={onClose}>
            {late ? "Close" : "Keep item"}
          </button>
          {!late && (
            <button
              type="button"
              className="btn btn-primary"
              disabled={!reason || isLoading}
              onClick={() => void cancel()}
            >
              {isLoading ? "Cancelling" : "Cancel item"}
            </button>
          )}
        </>
      }
    >
      <div className="one">
        <span className="tile">
          {line.productImageUrl ? (
            <Picture image={{ imageUrl: line.productImageUrl, width: 64, height: 64 }} alt="" load="early" />
          ) : (
            <NoImage />
          )}
        </span>
        <div>
          <h3>{line.productName}</h3>
          <span className="small muted num">
            Order {orderId}, qty {line.productQuantity}
          </span>
        </div>
        <span className="price num">{rupees(line.itemTotalAmount)}</span>
      </div>
      <p role="status" className={late ? "moneybox" : "visually-hidden"}>
        {late}
      </p>
      {!late && (
        <>
          <fieldset className="reasons">
            <legend>Why do you cancel?</legend>
            {reasons.map((each) => (
              <label key={each}>
                <input
                  type="radio"
                  className="form-check-input"
                  name="reason"
                  checked={reason === each}
                  onChange={() => setReason(each)}
                />
                {each}
              </label>
            ))}
          </fieldset>
          <div className="moneybox">
            <div className="r">
              <span>{isPaid ? "To be sent back" : "No longer to be paid"}</span>
              <span>{rupees(line.itemTotalAmount)}</span>
            </div>
            {isPaid
              ? "What you have paid for this item is sent back to you."
              : line.payment.status === "claimed"
                ? "Nothing is charged for this item. If your payment has reached us, it is sent back to you."
                : "Nothing is charged for this item."}
          </div>
          {error && (
            <p role="alert" className="text-danger mt-3 mb-0">
              {errorReason(error)}
            </p>
          )}
        </>
      )}
    </Dialog>
  );
}

function lateWords(line: OrderLine): string {
  const at = line[statusTimeKey(line.status)];
  const was = `This item was ${line.status}${at ? ` on ${dayAndTime(at)}` : ""}`;
  return line.status === "cancelled"
    ? `${was}.`
    : `${was}, so it cannot be cancelled. You can return it after delivery.`;
}
