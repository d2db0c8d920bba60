const minute = 60_000;
const hour = 60 * minute;
const dayLong = 24 * hour;

/** Formats an age briefly: `just now`, `3 min`, `1 h 12 min`, `14 h`, `1 d 16 h`, `10 d`. */
export function age(at: string | null, now: number): string {
  if (!at) return "";
  const gone = Math.max(0, now - Date.parse(at));
  if (gone < minute) return "just now";
  const minutes = Math.floor(gone / minute);
  const hours = Math.floor(gone / hour);
  const days = Math.floor(gone / dayLong);
  if (hours < 1) return `${minutes} min`;
  if (hours < 10) return minutes % 60 ? `${hours} h ${String(minutes % 60).padStart(2, "0")} min` : `${hours} h`;
  if (days < 1) return `${hours} h`;
  if (days < 4) return hours % 24 ? `${days} d ${hours % 24} h` : `${days} d`;
  return `${days} d`;
}

/** Formats an age for a sentence: `1 min ago`, `just now`. */
export function ago(at: string | null, now: number): string {
  const words = age(at, now);
  return words && words !== "just now" ? `${words} ago` : words;
}
