/** Returns the fields that differ from the opened form. Only these are sent, so that the changes of others stay. */
export function changedFields<V extends object>(values: V, opened: V): Partial<V> {
  const names = Object.keys(values) as (keyof V)[];
  return Object.fromEntries(
    names.filter((name) => values[name] !== opened[name]).map((name) => [name, values[name]]),
  ) as Partial<V>;
}
