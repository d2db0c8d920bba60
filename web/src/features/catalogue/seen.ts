const key = "recentlySeen";
const most = 5;

/** The pieces looked at in this browser, the latest first. */
export function seenIds(): number[] {
  try {
    const ids: unknown = JSON.parse(window.localStorage.getItem(key) ?? "[]");
    return Array.isArray(ids) ? ids.filter((id) => Number.isInteger(id) && id > 0).slice(0, most) : [];
  } catch {
    return [];
  }
}

export function noteSeen(id: number) {
  const ids = [id, ...seenIds().filter((other) => other !== id)].slice(0, most);
  // Storage may be forbidden or full: then nothing is remembered.
  try {
    window.localStorage.setItem(key, JSON.stringify(ids));
  } catch {}
}
