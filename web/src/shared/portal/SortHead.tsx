import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";

interface SortHeadProps {
  label: string;
  className?: string;
  /** The server's words for sorting by this column; without them it is a plain head. */
  up?: string;
  down?: string;
  /** How the list is sorted now. */
  sort: string;
  onSort?: (sort: string) => void;
}

/** The head of a column, and the button that sorts by it. */
export function SortHead({ label, className, up, down, sort, onSort }: SortHeadProps) {
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
