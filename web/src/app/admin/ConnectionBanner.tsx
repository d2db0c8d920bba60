import { WifiOff } from "lucide-react";
import { useEffect, useState } from "react";
import { useSelector } from "react-redux";
import { selectConnection } from "@/shared/connection/connectionSlice";
import { timeOfDay } from "@/shared/format";

/** In milliseconds. A shorter interruption is not reported. */
const showDelay = 1500;

/**
 * Reports a lost connection and the time of the last update. It is positioned over the page, so that the layout does
 * not shift.
 */
export function ConnectionBanner() {
  const { state, asOf } = useSelector(selectConnection);
  const lost = state === "offline" || (state === "reconnecting" && asOf !== null);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!lost) return setShown(false);
    const timer = setTimeout(() => setShown(true), state === "offline" ? 0 : showDelay);
    return () => clearTimeout(timer);
  }, [lost, state]);

  return (
    <div className="connection-line" role="status">
      {lost && shown && (
        <p className="offline mb-0">
          <WifiOff className="ico" aria-hidden="true" />
          <span>
            {state === "offline" ? "You are offline." : "The connection to the shop is lost; reconnecting."}
            {asOf === null ? "" : ` What you see is as of ${timeOfDay(asOf)}.`} It catches up by itself.
          </span>
        </p>
      )}
    </div>
  );
}
