import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";

interface SortableHeaderProps {
  label: string;
  className?: string;
  /** The API's values of `sort` for this column; without them it cannot be sorted. */
  up?: string;
  down?: string;
  /** The current sort order. */
  sort?: string;
  onSort?: (sort: string) => void;
}

/** A column header with a sort button. */
export function SortableHeader({ label, className, up, down, sort, onSort }: SortableHeaderProps) {
  const sorted = up && sort === up ? "ascending" : down && sort === down ? "descending" : undefined;
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown }[sorted ?? "none"];
  const next = (sort === up ? down : up) ?? up ?? down;
  return (
    <th scope="col" className={className} aria-sort={sorted}>
      {next ? (
        <button type="button" className="sort-head" onClick={() => onSort?.(next)}>
          {label}
          <Icon aria-hidden="true" />
        </button>
      ) : (
        label
      )}
    </th>
  );
}
