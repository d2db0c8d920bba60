/** The URL of the sign-in page with the return path. */
export function signInPath(login: string, from: { pathname: string; search: string }): string {
  const next = from.pathname + from.search;
  return next === "/" || next.startsWith(login) ? login : `${login}?next=${encodeURIComponent(next)}`;
}
