import { whole } from "@/shared/format";

/** `2 more`, `18 % less`, and the word that goes on; there is no percentage of nothing. */
export function compared(today: number, before: number, inPercent = false): [moved: string, than: string] {
  if (today === before) return inPercent ? ["as much", "as"] : ["as many", "as"];
  const difference = Math.abs(today - before);
  if (!inPercent) return [`${whole(difference)} ${today > before ? "more" : "fewer"}`, "than"];
  const word = today > before ? "more" : "less";
  return [before === 0 ? word : `${whole(Math.round((difference / before) * 100))} % ${word}`, "than"];
}
