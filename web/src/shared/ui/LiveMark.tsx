import { useSelector } from "react-redux";
import { selectConnection } from "@/shared/connection/connectionSlice";

const looks = { live: "", reconnecting: " wait", offline: " off" };

/** Dot and word: whether this page follows the shop as it changes. */
export function LiveMark() {
  const { state, asOf } = useSelector(selectConnection);
  const word = { live: "Live", reconnecting: asOf === null ? "Connecting" : "Reconnecting", offline: "Offline" }[state];
  return <span className={`live${looks[state]}`}>{word}</span>;
}
