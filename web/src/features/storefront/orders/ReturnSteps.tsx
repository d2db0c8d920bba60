import { dayMonth, pluralize, timeOfDay } from "@/shared/format";
import { type Return, returnSteps, timesOf } from "@/shared/orders/returnsApi";
import { statusWord } from "@/shared/ui/StatusBadge";

/** The way of a return; each reached step shows its time. */
export function ReturnSteps({ wanted }: { wanted: Return }) {
  const reached = returnSteps.indexOf(wanted.status as (typeof returnSteps)[number]);
  const times = timesOf(wanted);
  const isDone = wanted.status === "refunded";
  return (
    <div className="return-way">
      <p>Return of {pluralize(wanted.quantity, "piece")}</p>
      <ol className={`steps${isDone ? " all" : ""}`} aria-label="Return">
        {returnSteps.map((status, index) => {
          const at = index <= reached && times[status];
          const isCurrent = index === reached;
          const look = `${index <= reached ? "done" : ""}${isCurrent && !isDone ? " now" : ""}`;
          return (
            <li key={status} className={look} aria-current={isCurrent ? "step" : undefined}>
              <b>{statusWord(status)}</b>
              {at && (
                <span>
                  <i>{dayMonth(at)}</i>
                  <u>, </u>
                  <i>{timeOfDay(at)}</i>
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
