import { ChevronDown, SlidersHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import { useMediaQuery } from "@/shared/hooks/useMediaQuery";
import type { Column } from "./ListTable";
import type { ListArgs } from "./listQuery";
import { SearchBox } from "./SearchBox";

interface ListToolsProps<T> {
  /** The plural name of a row. */
  many: string;
  args: ListArgs;
  onChange: (next: Record<string, string>, replace?: boolean) => void;
  searchHint?: string;
  filters?: ReactNode;
  columns: Column<T>[];
}

/** Search, filters and sort order above a list. */
export function ListTools<T>({ many, args, onChange, searchHint, filters, columns }: ListToolsProps<T>) {
  return (
    <div className="filterbar list-tools">
      {searchHint && (
        <SearchBox
          label={`Search ${many}`}
          placeholder={searchHint}
          search={args.search}
          onSearch={(search) => onChange({ search }, true)}
        />
      )}
      <FoldedOnPhones active={Object.keys(args.filters).length}>
        {filters}
        <SortSelect columns={columns} sort={args.sort} onSort={(sort) => onChange({ sort })} />
      </FoldedOnPhones>
    </div>
  );
}

/** On a phone the filters are collapsed and show how many are active. */
function FoldedOnPhones({ active, children }: { active: number; children: ReactNode }) {
  const isPhone = useMediaQuery("(max-width: 767.98px)");
  if (!isPhone) return children;
  return (
    <details className="fold-filters">
      <summary>
        <SlidersHorizontal className="ico ico-16" aria-hidden="true" />
        Filter and sort{active > 0 && `, ${active} set`}
        <ChevronDown className="ico ico-16" aria-hidden="true" />
      </summary>
      <div className="folded">{children}</div>
    </details>
  );
}

interface SortSelectProps<T> {
  columns: Column<T>[];
  sort: string;
  onSort: (sort: string) => void;
}

/** On a phone the table has no headers to sort by. */
function SortSelect<T>({ columns, sort, onSort }: SortSelectProps<T>) {
  const options = columns.flatMap(({ label, up, down }) => [
    ...(up ? [{ value: up, label: `${label}, ascending` }] : []),
    ...(down ? [{ value: down, label: `${label}, descending` }] : []),
  ]);
  if (options.length === 0) return null;
  const isKnown = options.some(({ value }) => value === sort);
  return (
    <select
      className="form-select phone-sort"
      aria-label="Sort by"
      value={sort}
      onChange={(event) => onSort(event.target.value)}
    >
      {!isKnown && <option value={sort}>Sort by</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
