/** The parameters of an address that a view stores, sorted, so that equal views have equal texts. */
export function viewQuery(params: URLSearchParams, names: readonly string[]): string {
  const kept = [...names].sort().flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(kept).toString();
}

/** The parameters of a view as a change of the address. Parameters that the view does not have are removed. */
export function viewChange(query: string, names: readonly string[]): Record<string, string | null> {
  const params = new URLSearchParams(query);
  return Object.fromEntries(names.map((name) => [name, params.get(name)]));
}

/**
 * The index of the view that an address shows: of the views whose parameters are all in the address, the one with the
 * most. Further filters of the address do not matter.
 */
export function shownView(queries: readonly string[], current: string): number {
  const present = new URLSearchParams(current);
  let [best, size] = [-1, -1];
  queries.forEach((query, at) => {
    const wanted = [...new URLSearchParams(query)];
    if (wanted.length > size && wanted.every(([name, value]) => present.get(name) === value)) {
      [best, size] = [at, wanted.length];
    }
  });
  return best;
}
