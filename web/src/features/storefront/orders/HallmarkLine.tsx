import type { OrderLine } from "@/shared/api/types";

interface Hallmarked {
  hallmark: string | null;
  huids: string[];
}

/** The known parts of `Hallmark 22K916, HUID AB12C7`. */
export function HallmarkLine({ line: { hallmark, huids } }: { line: Hallmarked }) {
  return (
    <span>
      {hallmark && (
        <>
          Hallmark <b>{hallmark}</b>
        </>
      )}
      {hallmark && huids.length > 0 && ", "}
      {huids.length > 0 && (
        <>
          HUID <b className="huid">{huids.join(", ")}</b>
        </>
      )}
    </span>
  );
}

/** Whether a line shows a hallmark. A cancelled line has no piece. */
export const isHallmarked = ({ hallmark, huids, status }: OrderLine) =>
  status !== "cancelled" && (hallmark !== null || huids.length > 0);
