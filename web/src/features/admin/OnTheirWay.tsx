import { Link } from "react-router";
import { StatusBadge } from "@/shared/ui/StatusBadge";
import type { StatusCounts } from "./boardApi";

const open = ["ordered", "packed", "shipped"] as const;

/** How many items are in each status that is not the last one. */
export function OnTheirWay({ counts }: { counts: StatusCounts | undefined }) {
  const most = Math.max(1, ...open.map((status) => counts?.[status] ?? 0));
  return (
    <section className="panel on-way" aria-label="Items on their way">
      <header>
        <h2>Items on their way</h2>
        <Link className="textlink" to="/admin/order-management">
          Order board
        </Link>
      </header>
      <ul>
        {open.map((status) => (
          <li key={status}>
            <Link to={`/admin/order-management?status=${status}`}>
              <StatusBadge status={status} />
              <meter aria-hidden="true" className={`m-${status}`} min={0} max={most} value={counts?.[status] ?? 0} />
              <b>{counts?.[status] ?? "…"}</b>
            </Link>
          </li>
        ))}
      </ul>
      <p className="muted">{counts ? `${counts.delivered} items are delivered.` : "Loading"}</p>
    </section>
  );
}
