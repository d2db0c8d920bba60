import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { statuses } from "@/shared/api/types";
import { statusWord } from "@/shared/ui/StatusBadge";
import type { StatusCounts } from "./boardApi";
import { type BoardFilters as Filters, type Period, periods } from "./useBoardFilters";

const periodNames: Record<Period, string> = {
  all: "All dates",
  today: "Today",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};

interface StatusTabsProps {
  status: Filters["status"];
  counts: StatusCounts | undefined;
  onPick: (status: Filters["status"]) => void;
}

export function StatusTabs({ status, counts, onPick }: StatusTabsProps) {
  const all = counts && statuses.reduce((sum, one) => sum + counts[one], 0);
  return (
    <fieldset className="stabs" aria-label="Status">
      {[null, ...statuses].map((one) => (
        <button key={one ?? "all"} type="button" aria-pressed={status === one} onClick={() => onPick(one)}>
          {one ? statusWord(one) : "All"}
          <b>{one ? counts?.[one] : all}</b>
        </button>
      ))}
    </fieldset>
  );
}

interface BoardSearchProps {
  search: string;
  period: Period;
  onSearch: (search: string) => void;
  onPeriod: (period: Period) => void;
}

export function BoardSearch({ search, period, onSearch, onPeriod }: BoardSearchProps) {
  const [text, setText] = useTypedSearch(search, onSearch);
  return (
    <>
      <div className="srch">
        <Search aria-hidden="true" />
        <input
          className="form-control"
          type="search"
          placeholder="Order number or customer"
          aria-label="Search orders"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
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
    </>
  );
}

const pause = 250;

/** What is typed goes to the address when the hand pauses; what the address says otherwise comes back here. */
function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search);
  const sent = useRef(search);
  useEffect(() => {
    if (search === sent.current) return;
    sent.current = search;
    setText(search);
  }, [search]);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = wanted;
      onSearch(wanted);
    }, pause);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  return [text, setText] as const;
}
