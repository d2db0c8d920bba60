import { useAppSelector } from "@/app/hooks";
import { selectConnection } from "@/shared/connection/connectionSlice";
import { clock } from "@/shared/format";
import { LiveMark } from "@/shared/ui/LiveMark";

/** The live mark and, while the page does not follow the shop, of when it is. */
export function LiveState() {
  const { state, asOf } = useAppSelector(selectConnection);
  return (
    <div className="live-state" role="status">
      <LiveMark />
      {state !== "live" && asOf !== null && <span className="micro muted">Shown as of {clock(asOf)}</span>}
    </div>
  );
}
