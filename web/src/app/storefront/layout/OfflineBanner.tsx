import { WifiOff } from "lucide-react";
import { useAppSelector } from "@/app/hooks";
import { selectConnection } from "@/shared/connection/connectionSlice";
import { timeOfDay } from "@/shared/format";

/** Reports that the browser is offline and when the page was last updated. */
export function OfflineBanner() {
  const { state, asOf } = useAppSelector(selectConnection);
  return (
    <div role="status">
      {state === "offline" && (
        <div className="wrap pt-3">
          <div className="offline">
            <WifiOff className="ico" aria-hidden="true" />
            <span>
              You are offline{asOf ? <>; what you see is as of {timeOfDay(asOf)}</> : null}. Prices and orders update
              when the connection is back.
            </span>
          </div>
        </div>
      )}
    </div>
  );
}
