import { WifiOff } from "lucide-react";
import { useEffect, useState } from "react";
import { useSelector } from "react-redux";
import { selectConnection } from "@/shared/connection/connectionSlice";
import { clock } from "@/shared/format";

/** A blip that is over sooner than this is not worth a sentence. */
const patience = 1500;

/** Floats at the foot, so that losing the connection moves nothing: what the page shows, and as of when. */
export function ConnectionLine() {
  const { state, asOf } = useSelector(selectConnection);
  const lost = state === "offline" || (state === "reconnecting" && asOf !== null);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!lost) return setShown(false);
    const timer = setTimeout(() => setShown(true), state === "offline" ? 0 : patience);
    return () => clearTimeout(timer);
  }, [lost, state]);

  return (
    <div className="connection-line" role="status">
      {lost && shown && (
        <p className="offline mb-0">
          <WifiOff className="ico" aria-hidden="true" />
          <span>
            {state === "offline" ? "You are offline." : "The connection to the shop is lost; reconnecting."}
            {asOf === null ? "" : ` What you see is as of ${clock(asOf)}.`} It catches up by itself.
          </span>
        </p>
      )}
    </div>
  );
}
