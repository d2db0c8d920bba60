import { useSelector } from "react-redux";
import { selectConnection } from "@/shared/connection/connectionSlice";

const stateClasses = { live: "", reconnecting: " wait", offline: " off" };

/** Shows whether the page receives live updates. */
export function LiveIndicator() {
  const { state, asOf } = useSelector(selectConnection);
  const word = { live: "Live", reconnecting: asOf === null ? "Connecting" : "Reconnecting", offline: "Offline" }[state];
  return <span className={`live${stateClasses[state]}`}>{word}</span>;
}
