/** The sign-in page's address with the way back, which must be a path of this site. */
export function signInPath(login: string, from: { pathname: string; search: string }): string {
  const next = from.pathname + from.search;
  return next === "/" || next.startsWith(login) ? login : `${login}?next=${encodeURIComponent(next)}`;
}
