import { SearchBox } from "@/shared/admin/list/SearchBox";
import { type BoardSort, boardSorts } from "@/shared/admin/orders/boardArgs";
import { type StatusCounts, totalOf } from "@/shared/admin/orders/boardCounts";
import { allStatuses } from "@/shared/api/types";
import { statusWord } from "@/shared/ui/StatusBadge";
import { type Period, periodNames, periods } from "./periods";
import { sortNames } from "./sortNames";
import type { BoardFilters as Filters } from "./useBoardFilters";

interface StatusTabsProps {
  status: Filters["status"];
  counts: StatusCounts | undefined;
  onPick: (status: Filters["status"]) => void;
}

export function StatusTabs({ status, counts, onPick }: StatusTabsProps) {
  return (
    <fieldset className="switch statuses" aria-label="Status">
      {[null, ...allStatuses].map((one) => (
        <button key={one ?? "all"} type="button" aria-pressed={status === one} onClick={() => onPick(one)}>
          {one && <i className={`dot dot-${one}`} />}
          {one ? statusWord(one) : "All"} <b>{counts && totalOf(counts, one)}</b>
        </button>
      ))}
    </fieldset>
  );
}

interface BoardSearchProps {
  search: string;
  period: Period;
  sort: BoardSort;
  onSearch: (search: string) => void;
  onPeriod: (period: Period) => void;
  onSort: (sort: BoardSort) => void;
}

export function BoardSearch({ search, period, sort, onSearch, onPeriod, onSort }: BoardSearchProps) {
  return (
    <>
      <SearchBox label="Search orders" placeholder="Any name or number" search={search} onSearch={onSearch} />
      <select
        className="form-select"
        aria-label="Date"
        value={period}
        onChange={(event) => onPeriod(event.target.value as Period)}
      >
        {periods.map((one) => (
          <option key={one} value={one}>
            {periodNames[one]}
          </option>
        ))}
      </select>
      <select
        className="form-select"
        aria-label="Sort by"
        value={sort}
        onChange={(event) => onSort(event.target.value as BoardSort)}
      >
        {boardSorts.map((one) => (
          <option key={one} value={one}>
            {sortNames[one].choice}
          </option>
        ))}
      </select>
    </>
  );
}
