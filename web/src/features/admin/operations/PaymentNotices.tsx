import { Card } from "@/shared/admin/cards/Card";
import { type Column, ListTable } from "@/shared/admin/list/ListTable";
import { errorReason } from "@/shared/api/errors";
import { dayAndTime, rupees } from "@/shared/format";
import { Link } from "@/shared/ui/Link";
import { type PaymentNotice, useMarkNoticeSeenMutation, usePaymentNoticesQuery } from "./operationsApi";

const columns: Column<PaymentNotice>[] = [
  { label: "What", cell: ({ problem }) => <b>{problem}</b> },
  {
    label: "At the provider",
    cell: ({ linkId, paymentId }) => <code>{[linkId, paymentId].filter(Boolean).join(" ")}</code>,
  },
  {
    label: "Order",
    cell: ({ orderId }) => (orderId ? <Link to={`/admin/orders/${orderId}`}>{orderId}</Link> : "None"),
  },
  { label: "Amount", numeric: true, cell: ({ amount }) => (amount === null ? "" : rupees(amount)) },
  { label: "Told", cell: ({ at }) => dayAndTime(at) },
];

// The finding above the card is polled as well.
const pollInterval = 5000;

/** Reports of the payment provider that match no payment, until someone marks them as seen. */
export function PaymentNotices() {
  const { data } = usePaymentNoticesQuery(undefined, { pollingInterval: pollInterval });
  const [markSeen, { isLoading, error, originalArgs }] = useMarkNoticeSeenMutation();
  const unseen = data?.filter(({ seenAt }) => seenAt === null) ?? [];
  if (unseen.length === 0) return null;
  return (
    <Card name="notices" title="Odd news of payments" headingId="payment-notices" className="letters">
      <ListTable
        label="Odd news of payments"
        columns={columns}
        rows={unseen}
        idOf={({ id }) => id}
        failures={error && originalArgs !== undefined ? { [originalArgs]: errorReason(error) } : {}}
        busy={isLoading}
        actions={({ id, problem }) => (
          <button type="button" className="btn btn-line btn-sm" disabled={isLoading} onClick={() => void markSeen(id)}>
            Mark as seen<span className="visually-hidden">: {problem}</span>
          </button>
        )}
      />
    </Card>
  );
}
