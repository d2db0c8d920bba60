import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { useSelector } from "react-redux";
import { Link } from "react-router";
import { clock } from "@/shared/format";
import { selectOthers, selectWorst, type Trouble } from "./troublesSlice";
import { usePolledTroubles } from "./usePolledTroubles";

/** Below the top bar of every page: the worst that is wrong with the shop, since when, and the way to Operations. */
export function TroubleLine() {
  usePolledTroubles();
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
          <Link className="textlink" to="/admin/operations">
            Open Operations
          </Link>
          <span className="sp" />
          {worst.since && <span className="micro num">since {clock(worst.since)}</span>}
        </section>
      )}
      <Announcement worst={worst} />
    </>
  );
}

/** Says a new trouble once to those who do not see it, and that it is over; not each second that it lasts. */
function Announcement({ worst }: { worst: Trouble | undefined }) {
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
