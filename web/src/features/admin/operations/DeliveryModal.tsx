import { aggregateText, consumerText } from "@/shared/admin/eventTexts";
import { dayAndTime, timeOfDay } from "@/shared/format";
import { Dialog } from "@/shared/ui/Dialog";
import { LoadError } from "@/shared/ui/LoadError";
import { duration } from "./durations";
import { type DeliveryHistory, type DeliveryStep, useDeliveryHistoryQuery } from "./operationsApi";

const pollInterval = 2000;

/** One delivery: its event, and everything that happened to it; polled while it is open. */
export function DeliveryModal({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useDeliveryHistoryQuery(id, { pollingInterval: pollInterval });
  return (
    <Dialog title={`Delivery ${id}`} onClose={onClose} size="lg">
      <div className="letter">
        {data && <Contents delivery={data} />}
        {!data && error && <LoadError title="The delivery could not be loaded" error={error} onRetry={refetch} />}
        {!data && !error && <span className="sk page-sk" role="status" aria-label="Loading the delivery" />}
      </div>
    </Dialog>
  );
}

function Contents({ delivery }: { delivery: DeliveryHistory }) {
  const last = delivery.steps.findLast(({ error }) => error !== null);
  return (
    <>
      <dl>
        <dt>Event</dt>
        <dd>
          <code>{delivery.type}</code> of {aggregateText(delivery.aggregate)}, number {delivery.eventId}, position{" "}
          {delivery.position ?? "none yet"}
        </dd>
        <dt>Happened</dt>
        <dd>{dayAndTime(delivery.occurredAt)}</dd>
        <dt>Consumer</dt>
        <dd>
          {consumerText(delivery.consumer)} of the queue {delivery.queue}
        </dd>
        <dt>State</dt>
        <dd>{progressText(delivery)}</dd>
      </dl>
      <h3>History</h3>
      {delivery.steps.length === 0 && <p className="muted">Nothing was tried yet.</p>}
      <ol className="tries">
        {delivery.steps.map((step) => (
          <Step key={`${step.beganAt} ${step.outcome}`} step={step} />
        ))}
      </ol>
      {last?.error && (
        <>
          <h3>Last error</h3>
          <pre className="err">{last.error}</pre>
        </>
      )}
      <h3>Payload</h3>
      <pre>{JSON.stringify(delivery.payload, null, 2)}</pre>
    </>
  );
}

const outcomes = {
  failed: ["bad", "Failed"],
  lost: ["bad", "No answer"],
  postponed: ["warn", "Postponed"],
  done: ["", "Done"],
  expired: ["warn", "Expired"],
  running: ["warn", "Running"],
  retried: ["", "Retried"],
  discarded: ["warn", "Discarded"],
} as const;

function Step({ step }: { step: DeliveryStep }) {
  const [mark, word] = outcomes[step.outcome];
  const took = step.endedAt ? (Date.parse(step.endedAt) - Date.parse(step.beganAt)) / 1000 : 0;
  return (
    <li>
      <time dateTime={step.beganAt} title={dayAndTime(step.beganAt)}>
        {timeOfDay(step.beganAt)}
      </time>
      <span className={`state ${mark}`}>
        {word}
        {step.attempts > 1 && `, ${step.attempts} times`}
      </span>
      <span className="sub">
        {[
          step.actor ? `by ${step.actor}` : step.worker,
          !step.actor && step.endedAt && duration(took),
          step.error && step.said,
        ]
          .filter(Boolean)
          .join(", ")}
      </span>
    </li>
  );
}

function progressText({ progress, isPaused, dueAt, attempts }: DeliveryHistory): string {
  if (isPaused) return "Waits: its queue is paused";
  if (progress === "waiting") return "Waits for a worker";
  if (progress === "failing") return `Is tried again at ${timeOfDay(dueAt)}, after ${attempts} tries`;
  return { running: "Is carried out now", done: "Done", expired: "Expired", dead: "Given up", discarded: "Discarded" }[
    progress
  ];
}
