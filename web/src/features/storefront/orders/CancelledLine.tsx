import { Undo2 } from "lucide-react";
import type { Payment } from "@/shared/api/payments";
import type { OrderLine } from "@/shared/api/types";
import { dayAndTime, rupees } from "@/shared/format";

/** How money is refunded, as text that follows a verb. */
const waysBack: Record<Payment["method"], string> = {
  online: " by the way that you paid",
  upi: " by UPI",
  bank: " by bank transfer",
  cod: "",
};

/** When and why an item was cancelled, and the state of its refund. */
export function CancelledLine({ line }: { line: OrderLine }) {
  const reason = line.history.findLast(({ status }) => status === "cancelled")?.reason;
  const cancelled = `Cancelled on ${dayAndTime(line.cancelledAt)}`;
  const money = moneyOf(line);
  return (
    <div className="refundline">
      <Undo2 aria-hidden="true" />
      <div>
        <b role={money ? "status" : undefined}>{money ? money.claim : cancelled}</b>
        {money?.proof && <span>{money.proof}</span>}
        {money ? <span>{reason ? `${cancelled}: ${reason}` : cancelled}</span> : reason && <span>{reason}</span>}
      </div>
    </div>
  );
}

/** Undefined if the order was paid without this item, or not at all. */
function moneyOf({ payment, cancelledAt, itemTotalAmount }: OrderLine): { claim: string; proof?: string } | undefined {
  const { paidAt, refundedAt, method, refundDue, refundPending } = payment;
  if (!paidAt || !cancelledAt || Date.parse(cancelledAt) < Date.parse(paidAt)) return undefined;
  const amount = rupees(itemTotalAmount);
  if (refundDue > 0) return { claim: `${amount} comes back to you${waysBack[method]}` };
  const banks = method === "cod" ? "" : " Banks take five to seven working days.";
  if (refundPending > 0) return { claim: `${amount} is on its way back${waysBack[method]}`, proof: banks.trim() };
  return { claim: `${amount} was sent back${waysBack[method]}`, proof: `Sent on ${dayAndTime(refundedAt)}.${banks}` };
}
