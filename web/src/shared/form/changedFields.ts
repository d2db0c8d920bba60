/** Returns the fields that differ from the opened form. Only these are sent, so that the changes of others stay. */
export function changedFields<V extends object>(values: V, opened: V): Partial<V> {
  const names = Object.keys(values) as (keyof V)[];
  return Object.fromEntries(
    names.filter((name) => values[name] !== opened[name]).map((name) => [name, values[name]]),
  ) as Partial<V>;
}

/** Adds what this person saw of the changed fields, which the server compares with the row. */
export function withSeen<V extends object>(changed: Partial<V>, opened: V): Partial<V> & { seen?: Partial<V> } {
  const names = Object.keys(changed) as (keyof V)[];
  if (names.length === 0) return changed;
  return { ...changed, seen: Object.fromEntries(names.map((name) => [name, opened[name]])) as Partial<V> };
}
