import { useState } from "react";
import { aggregateText, consumerText } from "@/shared/admin/eventTexts";
import { type Column, ListTable } from "@/shared/admin/list/ListTable";
import { dayAndTime, wholeNumber } from "@/shared/format";
import { Dialog } from "@/shared/ui/Dialog";
import { LoadError } from "@/shared/ui/LoadError";
import { DeliveryModal } from "./DeliveryModal";
import { type Queue, useWaitingDeliveriesQuery, type WaitingDelivery } from "./operationsApi";

const pollInterval = 2000;

/** A queue: the gain of one more worker, and the deliveries that have waited the longest. */
export function QueueDialog({ queue, onClose }: { queue: Queue; onClose: () => void }) {
  const { data, error, refetch } = useWaitingDeliveriesQuery(queue.name, { pollingInterval: pollInterval });
  const [open, setOpen] = useState<number>();
  const columns: Column<WaitingDelivery>[] = [
    {
      label: "Delivery",
      cell: ({ id, consumer }) => (
        <button type="button" className="aslink" onClick={() => setOpen(id)}>
          {consumerText(consumer)} <span className="num">{id}</span>
        </button>
      ),
    },
    { label: "About", cell: ({ aggregate }) => aggregateText(aggregate) },
    { label: "Since", cell: ({ occurredAt }) => dayAndTime(occurredAt) },
    { label: "Tries", numeric: true, cell: ({ attempts }) => attempts },
  ];
  if (open !== undefined) return <DeliveryModal id={open} onClose={() => setOpen(undefined)} />;
  return (
    <Dialog title={`Queue ${queue.name}`} onClose={onClose} size="lg">
      <div className="ops queue-dialog">
        {queue.pausedBy && queue.pausedAt && (
          <p className="note warn">
            Paused by {queue.pausedBy} on {dayAndTime(queue.pausedAt)}. {wholeNumber(queue.waiting)} waiting.
          </p>
        )}
        <p>
          <b>One more worker:</b> {queue.capacity.sentence}
        </p>
        <h3>Waiting the longest</h3>
        {error && !data && <LoadError title="What waits could not be loaded" error={error} onRetry={refetch} />}
        {data?.length === 0 && <p className="muted mb-0">Nothing waits.</p>}
        {data && data.length > 0 && (
          <ListTable label={`Waiting in ${queue.name}`} columns={columns} rows={data} idOf={({ id }) => id} />
        )}
      </div>
    </Dialog>
  );
}
