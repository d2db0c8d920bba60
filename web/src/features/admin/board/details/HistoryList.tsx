import { dayMonth, timeOfDay } from "@/shared/format";
import type { HistoryEntry } from "./history";

/** The history of an order: a filled dot for a change by a person, a ring for one by the shop itself. */
export const HistoryList = ({ entries }: { entries: HistoryEntry[] }) => (
  <ol className="hist">
    {entries.map(({ key, at, words, by, tone, isUndone }) => (
      <li key={key} className={by === null ? "sys" : undefined}>
        <time dateTime={at}>
          {dayMonth(at)}, {timeOfDay(at)}
        </time>
        <i className={`dot-${tone}`} aria-hidden="true" />
        <span>
          {isUndone ? <s>{words}</s> : words} {by && <span className="by">{by}</span>}
        </span>
      </li>
    ))}
  </ol>
);
