import { useState } from "react";
import { useAppDispatch } from "@/app/hooks";
import { api } from "@/shared/api/api";
import { errorReason } from "@/shared/api/errors";
import { isBeforePacking, type OrderLine } from "@/shared/api/types";
import { dayAndTime, rupees } from "@/shared/format";
import { presentItems, useCancelItemsMutation } from "@/shared/orders/cancelApi";
import { changesPayment, orderStatusChanged } from "@/shared/orders/orderEvents";
import { statusTimeKey } from "@/shared/orders/statusPatch";
import { Dialog } from "@/shared/ui/Dialog";
import { Problem } from "@/shared/ui/Problem";
import { DialogItem, ReasonChoice } from "./ItemDialogParts";

const reasons = [
  "I ordered by mistake",
  "I found another piece",
  "Delivery takes too long",
  "The payment did not work",
  "Another reason",
];

/** Asks why, and cancels one item. When staff pack it meanwhile, the dialog explains. */
export function CancelItemDialog({ line, onClose }: { line: OrderLine; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [reason, setReason] = useState<string>();
  const [cancelItems, { isLoading, error }] = useCancelItemsMutation();
  const { orderId, itemId } = line;
  const isPaid = line.payment.paid > line.payment.refunded;
  const late = isBeforePacking(line) ? null : lateWords(line);

  const cancel = async () => {
    if (!reason || isLoading) return;
    const answer = await cancelItems({ orderId, itemIds: [itemId], reason });
    const changes = answer.data ?? presentItems(answer.error);
    for (const change of changes) dispatch(orderStatusChanged(change));
    // The payment is part of no change. Its event may not come: the shop cancels also without the live connection.
    if (changes.some(changesPayment)) dispatch(api.util.invalidateTags(["Order"]));
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
              disabled={!reason}
              aria-disabled={isLoading}
              onClick={() => void cancel()}
            >
              {isLoading ? "Cancelling" : "Cancel item"}
            </button>
          )}
        </>
      }
    >
      <DialogItem line={line} text={`Order ${orderId}, qty ${line.productQuantity}`} amount={line.itemTotalAmount} />
      <p role="status" className={late ? "moneybox" : "visually-hidden"}>
        {late}
      </p>
      {!late && (
        <>
          <ReasonChoice legend="Why do you cancel?" reasons={reasons} reason={reason} onChoose={setReason} />
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
          <Problem text={error && errorReason(error)} className="text-danger mt-3 mb-0" />
        </>
      )}
    </Dialog>
  );
}

function lateWords(line: OrderLine): string {
  const at = line[statusTimeKey(line.status)];
  const was = `This item was ${line.status}${at ? ` on ${dayAndTime(at)}` : ""}`;
  if (line.status === "cancelled") return `${was}.`;
  return `${was}, so it cannot be cancelled. You can return it${line.status === "delivered" ? "" : " after delivery"}.`;
}
