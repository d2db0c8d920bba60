import { Circle, CircleAlert, CircleCheck, Clock, IdCard, Truck, Undo2, X } from "lucide-react";
import { Age } from "@/features/admin/board/Age";
import type { Order } from "@/shared/api/types";
import { rupees } from "@/shared/format";

type Payment = Order["payment"];

const looks = {
  due: { words: "Due", Icon: Circle },
  claimed: { words: "Claimed", Icon: Clock },
  paid: { words: "Paid", Icon: CircleCheck },
  failed: { words: "Failed", Icon: CircleAlert },
  expired: { words: "Expired", Icon: X },
  cancelled: { words: "Cancelled", Icon: X },
  part_refunded: { words: "Part refunded", Icon: Undo2 },
  refunded: { words: "Refunded", Icon: Undo2 },
};
const ways: Record<Payment["method"], string> = { cod: "on delivery", upi: "UPI", bank: "bank", online: "online" };

/** The status of the payment of an order. It is outlined, unlike the status of an item. */
export function PaymentChip({ payment }: { payment: Payment }) {
  const { status, refundDue } = payment;
  const isOnDelivery = status === "due" && payment.method === "cod" && payment.due > 0;
  const { words, Icon } = isOnDelivery ? { words: "On delivery", Icon: Truck } : looks[status];
  const isNothingDue = status === "due" && payment.due === 0;
  return (
    <span className={`paychip p-${refundDue > 0 ? "back" : isOnDelivery ? "cod" : status}`}>
      {refundDue > 0 ? <Undo2 aria-hidden="true" /> : <Icon aria-hidden="true" />}
      <span className="visually-hidden">Payment: </span>
      {refundDue > 0 ? "Refund due" : isNothingDue ? "Nothing due" : words}
    </span>
  );
}

/** The chip, and below it the method with the reference, the age of the claim, or the amount. */
export function PaymentCell({ payment }: { payment: Payment }) {
  return (
    <>
      <PaymentChip payment={payment} />
      <div className="sub">
        <PaymentFact payment={payment} />
      </div>
    </>
  );
}

function PaymentFact({ payment }: { payment: Payment }) {
  const { status, method, refundDue, claim, due, reference } = payment;
  if (refundDue > 0) return <>{rupees(refundDue)}</>;
  if (status === "claimed" && claim)
    return (
      <>
        {ways[method]}, <Age at={claim.at} />
      </>
    );
  if (status === "due" && due > 0) return <>{method === "cod" ? rupees(due) : [ways[method], reference].join(", ")}</>;
  return <>{ways[method]}</>;
}

/** Shown if an order needs its buyer's PAN and has none. */
export function PanChip() {
  return (
    <span className="paychip p-back">
      <IdCard aria-hidden="true" />
      PAN missing
    </span>
  );
}

/** Whether an order may be packed without asking. */
export const isSafeToPack = ({ method, status }: Payment) =>
  method === "cod" || status === "paid" || status === "part_refunded";
