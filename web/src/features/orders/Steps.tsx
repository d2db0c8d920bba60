import { type OrderLine, statuses } from "@/shared/api/types";
import { clock, dayMonth } from "@/shared/format";
import { timeOf } from "@/shared/orders/statusPatch";
import { statusWord } from "@/shared/ui/StatusBadge";
import { stepOf } from "./orders";

/** The four steps; a reached one has its tick and its time. */
export function Steps({ line }: { line: OrderLine }) {
  const reached = stepOf(line.status);
  const isDelivered = line.status === "delivered";
  return (
    <ol className={`steps${isDelivered ? " all" : ""}`} aria-label="Progress">
      {statuses.map((status, index) => {
        const at = index <= reached ? line[timeOf(status)] : null;
        const isCurrent = index === reached;
        const look = `${index <= reached ? "done" : ""}${isCurrent && !isDelivered ? " now" : ""}`;
        return (
          <li key={status} className={look} aria-current={isCurrent ? "step" : undefined}>
            <b>{statusWord(status)}</b>
            {at && (
              <span>
                <i>{dayMonth(at)}</i>
                <u>, </u>
                <i>{clock(at)}</i>
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
