/** The URL of the sign-in page with the return path. On the sign-in page that is its own URL. */
export function signInPath(login: string, from: { pathname: string; search: string }): string {
  const next = from.pathname + from.search;
  if (next.startsWith(login)) return next;
  return next === "/" ? login : `${login}?next=${encodeURIComponent(next)}`;
}
