/**
 * The rows of a form with the changes that others made since it was opened: a field that was not edited gets its
 * current value, rows that others added are kept, and rows that they removed are dropped unless they were edited here.
 */
export function mergeRows<Row extends object>(
  rows: Row[],
  opened: Row[],
  present: Row[],
  nameOf: (row: Row) => string,
): Row[] {
  const [edited, before, now] = [byName(rows, nameOf), byName(opened, nameOf), byName(present, nameOf)];
  const merged = [...edited].flatMap(([name, row]) => {
    const [seen, current] = [before.get(name), now.get(name)];
    if (!seen) return [row];
    const isEdited = (field: keyof Row) => row[field] !== seen[field];
    const names = Object.keys(row) as (keyof Row)[];
    if (!current) return names.some(isEdited) ? [row] : [];
    const fields = names.map((field) => [field, isEdited(field) ? row[field] : current[field]]);
    return [Object.fromEntries(fields) as Row];
  });
  const added = [...now].filter(([name]) => !before.has(name) && !edited.has(name));
  return [...merged, ...added.map(([, row]) => row)];
}

/** The rows by name. Of rows with the same name, each has its number beside it. */
function byName<Row>(rows: Row[], nameOf: (row: Row) => string): Map<string, Row> {
  const named = new Map<string, Row>();
  for (const row of rows) {
    let count = 1;
    while (named.has(`${nameOf(row)} ${count}`)) count += 1;
    named.set(`${nameOf(row)} ${count}`, row);
  }
  return named;
}
