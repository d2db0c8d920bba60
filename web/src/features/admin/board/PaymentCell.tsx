import { IdCard } from "lucide-react";
import { Age } from "@/features/admin/board/Age";
import { PaymentChip } from "@/shared/admin/orders/PaymentChip";
import { methodNames } from "@/shared/admin/orders/paymentTexts";
import type { Order } from "@/shared/api/types";
import { rupees } from "@/shared/format";

type Payment = Order["payment"];

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
        {methodNames[method]}, <Age at={claim.at} />
      </>
    );
  if (status === "due" && due > 0)
    return <>{method === "cod" ? rupees(due) : [methodNames[method], reference].join(", ")}</>;
  return <>{methodNames[method]}</>;
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
