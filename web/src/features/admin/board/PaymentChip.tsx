import { Check, Clock, Package, Undo2, Wallet, X } from "lucide-react";
import type { Order } from "@/shared/api/types";

type Payment = Order["payment"];

const looks = {
  due: { words: "Due", Icon: Wallet },
  claimed: { words: "Claimed", Icon: Clock },
  paid: { words: "Paid", Icon: Check },
  failed: { words: "Failed", Icon: X },
  expired: { words: "Expired", Icon: X },
  cancelled: { words: "Cancelled", Icon: X },
  part_refunded: { words: "Part refunded", Icon: Undo2 },
  refunded: { words: "Refunded", Icon: Undo2 },
};

/** How the payment of an order stands: outlined, so that it is not mixed up with the status of an item. */
export function PaymentChip({ payment }: { payment: Payment }) {
  const { status, method, refundDue } = payment;
  const isOnDelivery = status === "due" && method === "cod";
  const { words, Icon } = isOnDelivery ? { words: "On delivery", Icon: Package } : looks[status];
  return (
    <span className={`paychip p-${refundDue > 0 ? "back" : status}`}>
      {refundDue > 0 ? <Undo2 aria-hidden="true" /> : <Icon aria-hidden="true" />}
      <span className="visually-hidden">Payment: </span>
      {refundDue > 0 ? "Refund due" : words}
    </span>
  );
}

/** Whether an order may be packed without asking. */
export const isSafeToPack = ({ method, status }: Payment) =>
  method === "cod" || status === "paid" || status === "part_refunded";
