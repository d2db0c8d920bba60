import { type Sort, sorts } from "./listFilters";

export interface SortSelectProps {
  sort: Sort;
  /** The sort orders to choose from. */
  choices: Sort[];
  onSort: (sort: string) => void;
}

export function SortSelect({ sort, choices, onSort }: SortSelectProps) {
  return (
    <label className="sortbox">
      Sort by
      <select className="form-select" value={sort} onChange={(event) => onSort(event.target.value)}>
        {choices.map((value) => (
          <option key={value} value={value}>
            {sorts[value]}
          </option>
        ))}
      </select>
    </label>
  );
}
