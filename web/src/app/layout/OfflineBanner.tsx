import { WifiOff } from "lucide-react";
import { selectConnection } from "@/shared/connection/connectionSlice";
import { clock } from "@/shared/format";
import { useAppSelector } from "../hooks";

/** Says so while the browser has no network, and of when the page is. */
export function OfflineBanner() {
  const { state, asOf } = useAppSelector(selectConnection);
  return (
    <div role="status">
      {state === "offline" && (
        <div className="wrap pt-3">
          <div className="offline">
            <WifiOff className="ico" aria-hidden="true" />
            <span>
              You are offline{asOf ? <>; what you see is as of {clock(asOf)}</> : null}. Prices and orders update when
              the connection is back.
            </span>
          </div>
        </div>
      )}
    </div>
  );
}
