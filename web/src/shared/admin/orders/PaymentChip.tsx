import { Circle, CircleAlert, CircleCheck, Clock, Truck, Undo2, X } from "lucide-react";
import type { Order } from "@/shared/api/types";

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

interface PaymentChipProps {
  payment: Pick<Order["payment"], "status" | "method" | "due" | "refundDue">;
}

/** The status of the payment of an order. It is outlined, unlike the status of an item. */
export function PaymentChip({ payment }: PaymentChipProps) {
  const { status, method, due, refundDue } = payment;
  const isOnDelivery = status === "due" && method === "cod" && due > 0;
  const { words, Icon } = isOnDelivery ? { words: "On delivery", Icon: Truck } : looks[status];
  const isNothingDue = status === "due" && due === 0;
  return (
    <span className={`paychip p-${refundDue > 0 ? "back" : isOnDelivery ? "cod" : status}`}>
      {refundDue > 0 ? <Undo2 aria-hidden="true" /> : <Icon aria-hidden="true" />}
      <span className="visually-hidden">Payment: </span>
      {refundDue > 0 ? "Refund due" : isNothingDue ? "Nothing due" : words}
    </span>
  );
}
