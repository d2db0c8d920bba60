import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { useSelector } from "react-redux";
import { usePermissions } from "@/shared/admin/permissions";
import { timeOfDay } from "@/shared/format";
import { Link } from "@/shared/ui/Link";
import { type Incident, selectOthers, selectWorst } from "./incidentsSlice";
import { usePolledIncidents } from "./usePolledIncidents";

/** Shows the most severe incident on every page, with its start and a link to Operations. */
export function IncidentBanner() {
  usePolledIncidents();
  const canOpen = usePermissions().sees("/admin/operations");
  const worst = useSelector(selectWorst);
  const others = useSelector(selectOthers);
  return (
    <>
      {worst && (
        <section className={`trouble ${worst.level}`} aria-label="What is wrong with the shop">
          <TriangleAlert className="ico ico-16" aria-hidden="true" />
          <span>
            {worst.sentence}
            {others > 0 && ` And ${others} more.`}
          </span>
          {canOpen && (
            <Link className="textlink" to="/admin/operations">
              Open Operations
            </Link>
          )}
          <span className="sp" />
          {worst.since && <span className="micro num">since {timeOfDay(worst.since)}</span>}
        </section>
      )}
      <Announcement worst={worst} />
    </>
  );
}

/** Announces a new incident and its end once, not at each poll. */
function Announcement({ worst }: { worst: Incident | undefined }) {
  const [said, setSaid] = useState({ key: "", text: "" });
  useEffect(() => {
    if (worst && worst.key !== said.key) setSaid({ key: worst.key, text: worst.sentence });
    if (!worst && said.key) setSaid({ key: "", text: "Everything runs again." });
  }, [worst, said]);
  return (
    <span className="visually-hidden" role="status">
      {said.text}
    </span>
  );
}
