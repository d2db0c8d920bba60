import { type OrderLine, statuses } from "@/shared/api/types";
import { windowText } from "@/shared/delivery/windowText";
import { dayAndTime, dayOf } from "@/shared/format";
import { useFromNow } from "@/shared/hooks/useNow";
import { statusWord } from "@/shared/ui/StatusBadge";
import { expectedDelivery, historyLabel, stepOf } from "./orderDisplay";

/** All status changes, then the remaining steps. */
export function StatusTimeline({ line }: { line: OrderLine }) {
  useFromNow(dayOf); // renders again on the next day
  const last = line.history.at(-1);
  const expected = expectedDelivery(line, Date.now());
  return (
    <ol className="timeline">
      {line.history.map((entry) => (
        <li key={entry.version} className={`done${entry === last ? " last" : ""}`}>
          <b>{historyLabel(entry)}</b>
          <span>{dayAndTime(entry.at)}</span>
        </li>
      ))}
      {statuses.slice(stepOf(line.status) + 1).map((status) => (
        <li key={status} className="todo">
          <b>{statusWord(status)}</b>
          {status === "delivered" && expected && <span>Expected {windowText(...expected)}</span>}
        </li>
      ))}
    </ol>
  );
}
