import { dayMonth, timeOfDay } from "@/shared/format";
import { statusWord } from "@/shared/ui/StatusBadge";

interface StepListProps {
  label: string;
  /** The steps with their times in UTC, if they are known, or else with the days in which they are expected. */
  steps: { status: string; at?: string | null; expected?: string }[];
  /** The index of the current step. */
  reached: number;
  isDone: boolean;
}

/** Steps in a line; each reached one shows its time. */
export function StepList({ label, steps, reached, isDone }: StepListProps) {
  return (
    <ol className={`steps${isDone ? " all" : ""}`} aria-label={label}>
      {steps.map(({ status, at, expected }, index) => {
        const isReached = index <= reached;
        const isCurrent = index === reached;
        return (
          <li
            key={status}
            className={`${isReached ? "done" : ""}${isCurrent && !isDone ? " now" : ""}`}
            aria-current={isCurrent ? "step" : undefined}
          >
            <b>{statusWord(status)}</b>
            {isReached && at ? (
              <span>
                <i>{dayMonth(at)}</i>
                <u>, </u>
                <i>{timeOfDay(at)}</i>
              </span>
            ) : (
              expected && <span>{expected}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
