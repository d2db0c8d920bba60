import { weighedText } from "@/features/admin/board/weightDifference";
import { mailOutcome, mailText } from "@/shared/admin/orders/mailTexts";
import type { OrderHistory } from "@/shared/admin/orders/orderHistoryApi";
import type { PaymentEntry } from "@/shared/admin/orders/paymentsApi";
import { entryText } from "@/shared/admin/orders/paymentTexts";
import type { Order, OrderStatus, StatusHistory } from "@/shared/api/types";
import { pluralize, rupees } from "@/shared/format";
import type { TaxInvoice } from "@/shared/orders/invoicesApi";
import type { Return } from "@/shared/orders/returnsApi";
import { statusWord } from "@/shared/ui/StatusBadge";

/** `Ordered to Packed` */
export const stepText = ({ from, status }: StatusHistory) =>
  from && from !== status ? `${statusWord(from)} to ${statusWord(status)}` : statusWord(status);

export interface HistoryEntry {
  key: string;
  at: string;
  words: string;
  /** Null: the shop itself. Empty: it is not known. */
  by: string | null;
  tone: OrderStatus;
  isUndone?: boolean;
}

interface HistorySources {
  order: Order;
  entries: PaymentEntry[];
  invoices: TaxInvoice[];
  returns: Return[];
  /** Undefined while it is fetched. */
  staffHistory?: OrderHistory;
}

const paymentTones: Partial<Record<PaymentEntry["kind"], OrderStatus>> = {
  claim: "ordered",
  payment: "delivered",
  surplus: "delivered",
  refund: "shipped",
  refund_sent: "shipped",
  refund_retry: "shipped",
  refund_by_hand: "shipped",
  rejection: "cancelled",
  failure: "cancelled",
  refund_failed: "cancelled",
  refund_refused: "cancelled",
  cancellation: "cancelled",
  expiry: "cancelled",
};

/** The history of an order, the newest entry first. */
export function historyOf({ order, entries, invoices, returns, staffHistory }: HistorySources): HistoryEntry[] {
  const oldestFirst = [
    placed(order),
    // The list is reversed below, and items that change together stay in their sequence.
    ...[...order.items.entries()].reverse().flatMap(([index, item]) =>
      (item.history ?? [])
        .filter((step) => step.version > 1)
        .map((step) => ({
          key: `item ${item.itemId} ${step.version}`,
          at: step.at,
          words: `Item ${index + 1}: ${step.undoes ? "back, " : ""}${[stepText(step), weighedText(step.weights, item), step.reason].filter(Boolean).join(". ")}`,
          by: step.changedBy ?? order.customerName,
          tone: step.status,
          isUndone: step.undone,
        })),
    ),
    ...entries.map((entry) => ({
      key: `entry ${entry.version}`,
      at: entry.at,
      words: `Payment: ${entryText(entry).toLowerCase()}${entry.amount > 0 ? `, ${rupees(entry.amount)}` : ""}`,
      by: entry.who,
      tone: paymentTones[entry.kind] ?? "packed",
    })),
    ...invoices.map((document) => ({
      key: `invoice ${document.id}`,
      at: document.issuedAt,
      words: `${document.kind === "invoice" ? "Invoice" : "Credit note"} ${document.number} issued`,
      by: null,
      tone: "packed" as const,
    })),
    ...returns.flatMap((request) =>
      request.history.map((step) => ({
        key: `return ${request.id} ${step.version}`,
        at: step.at,
        words: `Return R-${request.id} of ${request.productName}: ${statusWord(step.status).toLowerCase()}`,
        by: step.version === 1 ? (request.customerName ?? order.customerName) : null,
        tone: "shipped" as const,
      })),
    ),
  ];
  return newestFirst([...staffHistoryOf(order, staffHistory), ...oldestFirst.reverse()]);
}

/** The assignments of an order, its couriers and tracking numbers, and the mails about it, the newest first. */
export function staffHistoryOf(order: Order, known: OrderHistory | undefined): HistoryEntry[] {
  if (!known) return [];
  const all: HistoryEntry[] = [
    ...known.assignments.map(({ id, assignee, before, changedBy, at }) => ({
      key: `assignment ${id}`,
      at,
      words: assignee ? `Assigned to ${assignee}` : `No longer assigned to ${before ?? "anyone"}`,
      by: changedBy,
      tone: "packed" as const,
    })),
    ...known.shipments.map(({ id, itemId, courier, trackingNumber, changedBy, at }) => ({
      key: `shipment ${id}`,
      at,
      words: `${itemName(order, itemId)}: ${courier ? `${courier} ${trackingNumber}` : "courier and number removed"}`,
      by: changedBy,
      tone: "shipped" as const,
    })),
    ...known.mails.map((mail) => ({
      key: `mail ${mail.deliveryId}`,
      at: mail.at,
      words: `Mail “${mailText(mail)}” ${mailOutcome(mail)[1]}`,
      by: null,
      tone: mail.outcome === "dead" ? ("cancelled" as const) : ("packed" as const),
    })),
  ];
  return newestFirst(all);
}

/** Sorts by time. Entries with the same time, such as the steps of a cancellation, keep their sequence. */
const newestFirst = (entries: HistoryEntry[]) => entries.sort((one, other) => other.at.localeCompare(one.at));

const itemName = ({ items }: Order, itemId: number) => `Item ${items.findIndex((item) => item.itemId === itemId) + 1}`;

const placed = (order: Order): HistoryEntry => ({
  key: "placed",
  at: order.orderedDate,
  words: `Ordered, ${pluralize(order.items.length, "item")}`,
  by: placedBy(order),
  tone: "ordered",
});

/**
 * The member of staff who entered the order, or else its customer. Staff enter every order without items; the person is
 * then unknown.
 */
export const placedBy = ({ customerName, items: [first] }: Order) =>
  first ? (first.history?.[0]?.changedBy ?? customerName) : "";
