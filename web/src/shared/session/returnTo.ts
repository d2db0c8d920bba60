/** The sign-in page's address with the way back, which must be a path of this site. */
export function signInPath(login: string, from: { pathname: string; search: string }): string {
  const next = from.pathname + from.search;
  return next === "/" || next.startsWith(login) ? login : `${login}?next=${encodeURIComponent(next)}`;
}

export function wayBack(search: string, otherwise: string): string {
  const next = new URLSearchParams(search).get("next");
  // Neither //host nor /\host may pass for a path.
  return next && /^\/(?![/\\])/.test(next) ? next : otherwise;
}
