import { useAppSelector } from "@/app/hooks";
import { selectConnection } from "@/shared/connection/connectionSlice";
import { timeOfDay } from "@/shared/format";
import { LiveIndicator } from "@/shared/ui/LiveIndicator";

/** The live indicator and, while disconnected, the time of the last update. */
export function ConnectionStatus() {
  const { state, asOf } = useAppSelector(selectConnection);
  return (
    <div className="live-state" role="status">
      <LiveIndicator />
      {state !== "live" && asOf !== null && <span className="micro muted">Shown as of {timeOfDay(asOf)}</span>}
    </div>
  );
}
