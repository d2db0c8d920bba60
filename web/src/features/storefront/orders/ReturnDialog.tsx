import { useId, useState } from "react";
import { errorReason } from "@/shared/api/errors";
import type { OrderLine } from "@/shared/api/types";
import { day, pluralize, rupees } from "@/shared/format";
import { amountToRefund, isAllRefunded } from "@/shared/orders/paymentTexts";
import { returnReasons, useRequestReturnMutation } from "@/shared/orders/returnsApi";
import { Dialog } from "@/shared/ui/Dialog";
import { Problem } from "@/shared/ui/Problem";
import { DialogItem, ReasonChoice } from "./ItemDialogParts";

interface ReturnDialogProps {
  line: OrderLine;
  /** How many pieces can still be returned. */
  left: number;
  until: number;
  onClose: () => void;
}

/** Asks how many pieces come back and why, and requests the return. */
export function ReturnDialog({ line, left, until, onClose }: ReturnDialogProps) {
  const quantityId = useId();
  const noteId = useId();
  const [reason, setReason] = useState<string>();
  const [quantity, setQuantity] = useState(1);
  const [note, setNote] = useState("");
  const [request, { isLoading, isSuccess, error }] = useRequestReturnMutation();
  // Another window may have requested the rest meanwhile; while this one's request is answered, the dialog closes.
  const isOver = left === 0 && !isLoading && !isSuccess;
  const pieces = Math.max(1, Math.min(quantity, left));
  const { payment } = line;
  const amount = (line.itemTotalAmount / line.productQuantity) * pieces;

  const send = async () => {
    if (!reason || isLoading) return;
    const answer = await request({ itemId: line.itemId, quantity: pieces, reason, note: note.trim() });
    if (answer.data) onClose();
  };

  return (
    <Dialog
      title="Return this item"
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn btn-line ms-auto" onClick={onClose}>
            Close
          </button>
          {!isOver && (
            <button
              type="button"
              className="btn btn-primary"
              disabled={!reason}
              aria-disabled={isLoading}
              onClick={() => void send()}
            >
              {isLoading ? "Requesting" : "Request return"}
            </button>
          )}
        </>
      }
    >
      <DialogItem line={line} text={`Delivered ${day(line.deliveredAt)}, return until ${day(until)}`} amount={amount} />
      <p role="status" className={isOver ? "moneybox" : "visually-hidden"}>
        {isOver && "A return of this piece is requested already."}
      </p>
      {!isOver && (
        <>
          <ReasonChoice legend="What is the reason?" reasons={returnReasons} reason={reason} onChoose={setReason} />
          {left > 1 && (
            <div className="mb-3">
              <label className="form-label" htmlFor={quantityId}>
                How many pieces?
              </label>
              <select
                id={quantityId}
                className="form-select"
                value={pieces}
                onChange={({ target }) => setQuantity(Number(target.value))}
              >
                {Array.from({ length: left }, (_, index) => index + 1).map((count) => (
                  <option key={count} value={count}>
                    {pluralize(count, "piece")}
                  </option>
                ))}
              </select>
            </div>
          )}
          <div className="mb-3">
            <label className="form-label" htmlFor={noteId}>
              Anything we should know? <span className="muted">Optional</span>
            </label>
            <textarea
              id={noteId}
              className="form-control"
              rows={3}
              maxLength={1000}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          </div>
          <div className="moneybox">
            {payment.paid > payment.refunded && (
              <div className="r">
                <span>You get back</span>
                <span>{rupees(amountToRefund(amount, payment))}</span>
              </div>
            )}
            We answer by mail and on this page. Send the piece when the return is approved.
            {!isAllRefunded(payment) && " What you paid for it goes back to you when we have received and checked it."}
          </div>
          <Problem text={error && errorReason(error)} className="text-danger mt-3 mb-0" />
        </>
      )}
    </Dialog>
  );
}
