import { wholeNumber } from "@/shared/format";

/** Returns `2 more` or `18 % less` and the following word; there is no percentage of zero. */
export function compareFigures(today: number, before: number, inPercent = false): [moved: string, than: string] {
  if (today === before) return inPercent ? ["as much", "as"] : ["as many", "as"];
  const difference = Math.abs(today - before);
  if (!inPercent) return [`${wholeNumber(difference)} ${today > before ? "more" : "fewer"}`, "than"];
  const word = today > before ? "more" : "less";
  return [before === 0 ? word : `${wholeNumber(Math.round((difference / before) * 100))} % ${word}`, "than"];
}

/** The hour in India until which a decrease from yesterday is not shown in red. */
const evening = 18;
const hourFormat = new Intl.DateTimeFormat("en-GB", { hour: "numeric", hourCycle: "h23", timeZone: "Asia/Kolkata" });

export const isBeforeEvening = (now: number) => Number(hourFormat.format(now)) < evening;
