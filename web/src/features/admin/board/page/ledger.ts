import { placedBy } from "@/features/admin/board/details/history";
import type { PaymentEntry } from "@/shared/admin/orders/paymentsApi";
import { entryText, isReturnedUnpaid } from "@/shared/admin/orders/paymentTexts";
import type { Order } from "@/shared/api/types";

export interface LedgerLine {
  key: string;
  kind: PaymentEntry["kind"] | "charged" | "cancelled_item";
  words: string;
  reference: string | null;
  /** Empty: it is not known. */
  who: string;
  at: string;
  amount: number;
  /** The amount due after it; below zero, the amount that the shop owes. */
  dueAfter: number;
  /** Whether it changes what is due. */
  counts: boolean;
}

/**
 * The ledger of an order, the oldest line first: charges, cancellations and payments, with the amount due after each.
 */
export function ledgerOf(order: Order, entries: PaymentEntry[]): LedgerLine[] {
  const lines: Omit<LedgerLine, "dueAfter">[] = [
    {
      key: "charged",
      kind: "charged",
      words: "Charged",
      reference: order.payment.reference,
      who: placedBy(order),
      at: order.orderedDate,
      amount: order.payment.amount,
      counts: true,
    },
    ...entries.map((entry) => ({
      key: `entry ${entry.version}`,
      kind: entry.kind,
      words: wordsOf(entry),
      reference: entry.reference,
      who: entry.who ?? "the shop",
      at: entry.at,
      amount: entry.kind === "payment" || isReturnedUnpaid(entry) ? -entry.amount : entry.amount,
      counts: entry.kind === "payment" || (entry.kind === "refund" && !entry.returnId) || isReturnedUnpaid(entry),
    })),
    ...order.items.flatMap((item, index) =>
      (item.history ?? [])
        .filter((step) => step.status === "cancelled" && !step.undone)
        .map((step) => ({
          key: `item ${item.itemId} ${step.version}`,
          kind: "cancelled_item" as const,
          words: "Cancelled",
          reference: `item ${index + 1}`,
          who: step.changedBy ?? order.customerName,
          at: step.at,
          amount: -item.totalAmount,
          counts: true,
        })),
    ),
  ];
  // Sorting is stable, so lines with the same time keep the sequence above.
  lines.sort((one, other) => one.at.localeCompare(other.at));
  let due = 0;
  let refunded = 0;
  return lines.map((line) => {
    if (line.counts && line.kind === "refund") refunded += line.amount;
    else if (line.counts) due += line.amount;
    else if (line.kind === "return_closed") refunded -= line.amount;
    return { ...line, dueAfter: dueAfterRefunds(due, refunded) };
  });
}

/** This shows staff why the provider refused a refund, which the provider's dashboard does not show. */
function wordsOf(entry: PaymentEntry): string {
  const words = entryText(entry);
  return entry.kind === "refund_refused" && entry.reason ? `${words}: ${entry.reason}` : words;
}

/**
 * Refunds pay the amount that the shop owes, now or after a later cancellation. A higher refund does not become due
 * again.
 */
const dueAfterRefunds = (due: number, refunded: number) => (due < 0 ? Math.min(due + refunded, 0) : due);
