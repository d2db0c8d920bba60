import { Circle, CircleAlert, CircleCheck, Clock, IdCard, Truck, Undo2, X } from "lucide-react";
import { Age } from "@/features/admin/board/Age";
import type { Order } from "@/shared/api/types";

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
const ways: Record<Payment["method"], string> = { cod: "", upi: "UPI", bank: "bank", online: "online" };

/**
 * How the payment of an order stands: outlined, so that it is not mixed up with the status of an item. With `isLong`,
 * also the way, or the age of a claim.
 */
export function PaymentChip({ payment, isLong = false }: { payment: Payment; isLong?: boolean }) {
  const { status, method, refundDue, claim } = payment;
  const isOnDelivery = status === "due" && method === "cod";
  const { words, Icon } = isOnDelivery ? { words: "On delivery", Icon: Truck } : looks[status];
  const isClaim = status === "claimed" && claim !== null;
  const hasWay = ["due", "failed", "paid"].includes(status) && ways[method];
  return (
    <span className={`paychip p-${refundDue > 0 ? "back" : isOnDelivery ? "cod" : status}`}>
      {refundDue > 0 ? <Undo2 aria-hidden="true" /> : <Icon aria-hidden="true" />}
      <span className="visually-hidden">Payment: </span>
      {refundDue > 0 ? "Refund due" : words}
      {isLong && refundDue === 0 && isClaim && (
        <>
          {" "}
          <Age at={claim.at} />
        </>
      )}
      {isLong && refundDue === 0 && hasWay && ` ${ways[method]}`}
    </span>
  );
}

/** That an order needs its buyer's PAN and has none. */
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
