import type { ReactNode } from "react";
import { Card } from "@/shared/admin/cards/Card";
import { pluralize, wholeNumber } from "@/shared/format";
import { duration, milliseconds } from "./durations";
import type { HealthReport } from "./operationsApi";

/** Four figures of event processing. */
export function HealthFigures({ report: { canary, sockets, outbox, dead, done } }: { report: HealthReport }) {
  const visitors = sockets.open - sockets.shoppers - sockets.admins;
  return (
    <Card name="figures" title="Figures" className="stats-card">
      <dl className="stats">
        <Stat label="From click to page" value={canary ? milliseconds(canary.ms) : "not measured"}>
          {canary && `p95 ${milliseconds(canary.p95)}, measured ${duration(canary.ago)} ago`}
        </Stat>
        <Stat label="Sockets open" value={wholeNumber(sockets.open)}>
          {[
            pluralize(sockets.shoppers, "shopper"),
            pluralize(sockets.admins, "admin"),
            pluralize(visitors, "visitor"),
          ].join(", ")}
        </Stat>
        <Stat label="Outbox lag" value={duration(outbox.lag)}>
          {outbox.waiting ? `${pluralize(outbox.waiting, "event")} waiting` : "no event waits"}
        </Stat>
        <Stat label="Done in the last hour" value={wholeNumber(done)}>
          {dead ? <span className="bad">{pluralize(dead, "delivery", "deliveries")} given up</span> : "none given up"}
        </Stat>
      </dl>
    </Card>
  );
}

function Stat({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b>{value}</b>
        <span className="muted">{children}</span>
      </dd>
    </div>
  );
}
