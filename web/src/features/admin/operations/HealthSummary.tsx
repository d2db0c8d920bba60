import { CircleAlert, CircleCheck, OctagonAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { withoutFigures } from "./incidentsSlice";
import type { Finding, Level } from "./operationsApi";

interface HealthSummaryProps {
  level: Level;
  headline: string;
  findings: Finding[];
}

const icons = { fine: CircleCheck, warn: CircleAlert, bad: OctagonAlert };

/** The overall health in one line, with the action to take; then the other findings. */
export function HealthSummary({ level, headline, findings }: HealthSummaryProps) {
  const Icon = icons[level];
  const [first, ...others] = findings;
  return (
    <section className={`panel verdict ${level}`} aria-label="How the shop stands">
      <Icon aria-hidden="true" />
      <div>
        <h2>{headline}</h2>
        <p>{first ? first.advice : "Every part was heard of within the last seconds, and nothing waits for you."}</p>
        {others.length > 0 && (
          <ul>
            {others.map(({ level, sentence, advice }) => (
              <li key={withoutFigures(sentence)} className={level}>
                <b>{sentence}</b> {advice}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Announcement headline={headline} />
    </section>
  );
}

/** Announces a new headline once, not at each poll. */
function Announcement({ headline }: { headline: string }) {
  const [said, setSaid] = useState(headline);
  const isChanged = withoutFigures(headline) !== withoutFigures(said);
  useEffect(() => {
    if (isChanged) setSaid(headline);
  }, [isChanged, headline]);
  return (
    <span className="visually-hidden" role="status">
      {said}
    </span>
  );
}
