import type { ReactNode } from "react";
import { counted } from "@/shared/format";
import { Card } from "@/shared/portal/Card";
import type { Standing } from "./operationsApi";
import { figure, milliseconds, span } from "./spans";

/** What the road of an event looks like at this moment, in four figures. */
export function Figures({ standing: { canary, sockets, outbox, dead, done } }: { standing: Standing }) {
  const visitors = sockets.open - sockets.shoppers - sockets.admins;
  return (
    <Card name="figures" title="Figures" className="stats-card">
      <dl className="stats">
        <Stat label="From click to page" value={canary ? milliseconds(canary.ms) : "not measured"}>
          {canary && `p95 ${milliseconds(canary.p95)}, measured ${span(canary.ago)} ago`}
        </Stat>
        <Stat label="Sockets open" value={figure(sockets.open)}>
          {[counted(sockets.shoppers, "shopper"), counted(sockets.admins, "admin"), counted(visitors, "visitor")].join(
            ", ",
          )}
        </Stat>
        <Stat label="Outbox lag" value={span(outbox.lag)}>
          {outbox.waiting ? `${counted(outbox.waiting, "event")} waiting` : "no event waits"}
        </Stat>
        <Stat label="Done in the last hour" value={figure(done)}>
          {dead ? <span className="bad">{counted(dead, "delivery", "deliveries")} given up</span> : "none given up"}
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
