import { Link } from "react-router";
import { counted, whole } from "@/shared/format";
import { Card } from "@/shared/portal/Card";
import { StatusBadge } from "@/shared/ui/StatusBadge";
import { age } from "./age";
import type { Figures } from "./figuresApi";

const open = ["ordered", "packed", "shipped"] as const;

/** How many items are in each status that is not the last one, and since when the oldest is under way. */
export function OnTheirWay({ figures, now }: { figures: Figures | undefined; now: number }) {
  const standing = figures?.standing;
  const most = Math.max(1, ...open.map((status) => standing?.[status].items ?? 0));
  return (
    <Card
      name="on-way"
      title="Items on their way"
      className="on-way"
      tools={
        <Link className="textlink" to="/admin/order-management">
          Order board
        </Link>
      }
    >
      <div className="on-way-head" aria-hidden="true">
        <span>Status</span>
        <span>Items</span>
        <span>Oldest</span>
      </div>
      <ul>
        {open.map((status) => (
          <li key={status}>
            <Link to={`/admin/order-management?status=${status}&sort=oldest`}>
              <StatusBadge status={status} />
              <meter
                aria-hidden="true"
                className={`m-${status}`}
                min={0}
                max={most}
                value={standing?.[status].items ?? 0}
              />
              <b>{standing ? whole(standing[status].items) : "…"}</b>
              <span className="oldest">
                <span className="visually-hidden">the oldest for </span>
                {standing?.[status].oldest ? age(standing[status].oldest, now) : "–"}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="muted">{figures ? deliveredWords(figures.delivered) : "Loading"}</p>
    </Card>
  );
}

function deliveredWords({ items, hours }: Figures["delivered"]): string {
  if (hours === null) return "Nothing was delivered in the last 7 days.";
  const time = hours < 1 ? "within the hour" : `on average ${age(new Date(0).toISOString(), hours * 3_600_000)}`;
  return `${counted(items, "item was", "items were")} delivered in the last 7 days, ${time} after the order.`;
}
