import { Undo2 } from "lucide-react";
import type { Payment } from "@/shared/api/payments";
import type { OrderLine } from "@/shared/api/types";
import { dayAndTime, rupees } from "@/shared/format";
import { refundProgress } from "@/shared/orders/paymentTexts";

/** How money is refunded, as text that follows a verb. */
const waysBack: Record<Payment["method"], string> = {
  online: " by the way that you paid",
  upi: " by UPI",
  bank: " by bank transfer",
  cod: "",
};

interface CancelledLineProps {
  line: OrderLine;
  /** All lines of its order, which have one payment. */
  lines: OrderLine[];
}

/** When and why an item was cancelled, and the state of its refund. */
export function CancelledLine({ line, lines }: CancelledLineProps) {
  const reason = line.history.findLast(({ status }) => status === "cancelled")?.reason;
  const cancelled = `Cancelled on ${dayAndTime(line.cancelledAt)}`;
  const money = wasPaid(line, lines) ? moneyOf(line, lines) : undefined;
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

/**
 * Whether the payment included the item. A transfer may be confirmed after one of its items was cancelled. It then
 * covers the items that were not cancelled before this one.
 */
function wasPaid({ payment: { paid, paidAt, amount }, cancelledAt }: OrderLine, lines: OrderLine[]): boolean {
  if (!paidAt || !cancelledAt) return false;
  if (!isAfter(paidAt, cancelledAt)) return true;
  const earlier = lines.filter((each) => isAfter(cancelledAt, each.cancelledAt));
  const open = earlier.reduce((rest, each) => rest - each.itemTotalAmount, amount);
  return open - paid < 0.005; // less than a paisa, as the sum is not exact
}

function moneyOf(line: OrderLine, lines: OrderLine[]): { claim: string; proof?: string } {
  const { payment, itemTotalAmount } = line;
  const { refunded, refundedAt, method, refundDue } = payment;
  const amount = rupees(itemTotalAmount);
  // Just after the cancellation the payment may still be the one before it, in which nothing is due to the shopper.
  if (refunded === 0 || (refundDue > 0 && !wasRefunded(line, lines))) {
    const owed = isOwedInFull(lines) ? amount : "What is owed for it";
    return { claim: `${owed} comes back to you${waysBack[method]}` };
  }
  const progress = refundProgress(payment);
  if (progress === "goes back") return { claim: `${amount} ${progress} to you` };
  // Staff may have sent by hand what the provider could not, later than `refundedAt`, which is the time of the request.
  if (progress === "was sent back" && method === "online") return { claim: `${amount} ${progress}` };
  const claim = `${amount} ${progress}${waysBack[method]}`;
  const banks = method === "cod" ? "" : " Banks take five to seven working days.";
  if (progress === "is on its way back") return { claim, proof: banks.trim() };
  return { claim, proof: `Sent on ${dayAndTime(refundedAt)}.${banks}` };
}

/** Whether the amount due to the shopper is exactly the price of the cancelled items. Other refunds may reduce it. */
function isOwedInFull(lines: OrderLine[]): boolean {
  const open = lines.filter((each) => each.status === "cancelled" && wasPaid(each, lines) && !wasRefunded(each, lines));
  const refundDue = lines[0]?.payment.refundDue ?? 0;
  return Math.abs(open.reduce((rest, each) => rest - each.itemTotalAmount, refundDue)) < 0.005; // less than a paisa
}

/**
 * Whether an item was cancelled before the last refund, so that the amount still due is only for later cancellations.
 */
function wasRefunded({ payment, cancelledAt }: OrderLine, lines: OrderLine[]): boolean {
  const { refundedAt, refundDue } = payment;
  if (!refundedAt || isAfter(cancelledAt, refundedAt)) return false;
  const later = lines.filter((each) => each.status === "cancelled" && isAfter(each.cancelledAt, refundedAt));
  const dueForLater = later.reduce((total, each) => total + each.itemTotalAmount, 0);
  return refundDue - dueForLater < 0.005; // less than a paisa, as the sum is not exact
}

const isAfter = (time: string | null, other: string | null) =>
  time !== null && other !== null && Date.parse(time) > Date.parse(other);
