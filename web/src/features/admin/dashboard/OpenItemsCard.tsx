import { Card } from "@/shared/admin/cards/Card";
import { age } from "@/shared/admin/orders/age";
import type { Figures } from "@/shared/admin/orders/figuresApi";
import { statuses } from "@/shared/api/types";
import { pluralize, wholeNumber } from "@/shared/format";
import { Link } from "@/shared/ui/Link";
import { StatusBadge } from "@/shared/ui/StatusBadge";

const open = statuses.filter((status) => status !== "delivered");

/** Shows the number of items in each open status and the age of the oldest. */
export function OpenItemsCard({ figures, now }: { figures: Figures | undefined; now: number }) {
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
              <b>{standing ? wholeNumber(standing[status].items) : "…"}</b>
              <span className="oldest">
                <span className="visually-hidden">the oldest for </span>
                {standing?.[status].oldest ? age(standing[status].oldest, now) : "–"}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="muted">{figures ? deliveredText(figures.delivered) : "Loading"}</p>
    </Card>
  );
}

function deliveredText({ items, hours }: Figures["delivered"]): string {
  if (hours === null) return "Nothing was delivered in the last 7 days.";
  const time = hours < 1 ? "within the hour" : `on average ${age(new Date(0).toISOString(), hours * 3_600_000)}`;
  return `${pluralize(items, "item was", "items were")} delivered in the last 7 days, ${time} after the order.`;
}
