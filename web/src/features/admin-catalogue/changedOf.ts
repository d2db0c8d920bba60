/** What differs from how a form was opened: only that is sent, so that another admin's changes stay. */
export function changedOf<V extends object>(values: V, opened: V): Partial<V> {
  const names = Object.keys(values) as (keyof V)[];
  return Object.fromEntries(
    names.filter((name) => values[name] !== opened[name]).map((name) => [name, values[name]]),
  ) as Partial<V>;
}
