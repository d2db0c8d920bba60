import { useState } from "react";
import { HuidForm } from "@/features/admin/board/huids/HuidForm";
import type { Order } from "@/shared/api/types";
import { dayAndTime, rupees } from "@/shared/format";
import { isBegun, methodPhrases } from "@/shared/orders/paymentTexts";
import { itemTitle } from "@/shared/product/sizeText";
import { Dialog } from "@/shared/ui/Dialog";
import type { Question } from "./usePackOrder";

interface PackingQuestionProps {
  order: Order;
  question: Question;
  onConfirm: () => void;
  onDismiss: () => void;
}

/**
 * Asks before an unpaid order, or a hallmarked piece without a HUID, is packed. The HUIDs are entered in the same dialog,
 * one piece after the other.
 */
export function PackingQuestion({ order, question, onConfirm, onDismiss }: PackingQuestionProps) {
  const isUnpaid = question.kind === "unpaid";
  /** The place in the question of the item whose HUIDs are entered. */
  const [at, setAt] = useState(-1);
  const asked = question.rows[at];
  if (asked) {
    const item = order.items.find(({ itemId }) => itemId === asked.id) ?? asked.item;
    const onSaved = () => (at + 1 < question.rows.length ? setAt(at + 1) : onDismiss());
    return (
      <Dialog title={`HUID of ${itemTitle(item)}`} size="sm" onClose={onDismiss}>
        <HuidForm key={asked.id} item={item} autoFocus onSaved={onSaved} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={isUnpaid ? "Pack an unpaid order?" : "Pack without a HUID?"}
      size="sm"
      onClose={onDismiss}
      footer={
        <>
          <button type="button" className="btn btn-line" onClick={isUnpaid ? onDismiss : () => setAt(0)}>
            {isUnpaid ? "Not yet" : "Enter it"} {isUnpaid && <kbd>Esc</kbd>}
          </button>
          <button type="button" className="btn btn-primary" onClick={onConfirm}>
            {isUnpaid ? "Pack anyway" : "Pack without"}
          </button>
        </>
      }
    >
      {isUnpaid ? <Unpaid order={order} /> : <NoHuid question={question} />}
    </Dialog>
  );
}

function Unpaid({ order: { id, payment, items } }: { order: Order }) {
  return (
    <>
      <p>
        Order {id} is {payment.status === "claimed" ? "claimed and not confirmed" : payment.status}:{" "}
        {rupees(payment.due)} {methodPhrases[payment.method]}.
      </p>
      <div className="says">
        {payment.expiresAt && !isBegun(items)
          ? `It expires on ${dayAndTime(payment.expiresAt)}, unless it is packed. Its pieces would then go back to stock.`
          : "Nobody has confirmed that the money arrived."}
      </div>
    </>
  );
}

function NoHuid({ question: { rows } }: { question: Question }) {
  const names = rows.map(({ item }) => itemTitle(item)).join(" and ");
  return (
    <>
      <p>
        {names} {rows.length === 1 ? "is a hallmarked piece and lacks" : "are hallmarked pieces and lack"} a HUID.
      </p>
      <div className="says">
        Without it, the invoice and My Orders show no HUID, and the piece cannot be found by it.
      </div>
    </>
  );
}
