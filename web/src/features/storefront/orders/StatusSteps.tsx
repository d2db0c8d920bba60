import { type OrderLine, statuses } from "@/shared/api/types";
import { dayMonth, timeOfDay } from "@/shared/format";
import { statusTimeKey } from "@/shared/orders/statusPatch";
import { statusWord } from "@/shared/ui/StatusBadge";
import { stepOf } from "./orderDisplay";

/** The four status steps; each reached one shows its time. */
export function StatusSteps({ line }: { line: OrderLine }) {
  const reached = stepOf(line.status);
  const isDelivered = line.status === "delivered";
  return (
    <ol className={`steps${isDelivered ? " all" : ""}`} aria-label="Progress">
      {statuses.map((status, index) => {
        const at = index <= reached ? line[statusTimeKey(status)] : null;
        const isCurrent = index === reached;
        const look = `${index <= reached ? "done" : ""}${isCurrent && !isDelivered ? " now" : ""}`;
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
  );
}
