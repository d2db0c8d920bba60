import { Search } from "lucide-react";
import { allStatuses } from "@/shared/api/types";
import { statusWord } from "@/shared/ui/StatusBadge";
import type { ShownOrder } from "./orderDisplay";
import { matchesFilters, type OrderFilters, periods, withFilter } from "./orderFilters";

interface OrderFilterBarProps {
  params: URLSearchParams;
  filters: OrderFilters;
  /** All orders, for the counts. */
  orders: ShownOrder[];
  onChange: (params: URLSearchParams) => void;
}

export function OrderFilterBar({ params, filters, orders, onChange }: OrderFilterBarProps) {
  const choose = (name: "status" | "days" | "search") => (value: string) => onChange(withFilter(params, name, value));
  const now = Date.now();
  const countOf = (status: (typeof allStatuses)[number] | undefined) =>
    orders.filter((order) => matchesFilters(order, { ...filters, status }, now)).length;
  return (
    <search className="order-filters" aria-label="Orders">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look */}
      <div className="order-states" role="group" aria-label="Status">
        {[undefined, ...allStatuses].map((status) => (
          <button
            key={status ?? "all"}
            type="button"
            aria-pressed={filters.status === status}
            onClick={() => choose("status")(status ?? "")}
          >
            {status ? statusWord(status) : "All"} <span className="num">{countOf(status)}</span>
          </button>
        ))}
      </div>
      <label className="searchbox">
        <Search className="ico ico-16" aria-hidden="true" />
        <span className="visually-hidden">Search your orders</span>
        <input
          type="search"
          autoComplete="off"
          placeholder="Number or piece"
          value={params.get("search") ?? ""}
          onChange={(event) => choose("search")(event.target.value)}
        />
      </label>
      <label className="period">
        <span className="visually-hidden">Placed</span>
        <select
          className="form-select"
          value={filters.period ?? ""}
          onChange={(event) => choose("days")(event.target.value)}
        >
          <option value="">All time</option>
          {Object.entries(periods).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
    </search>
  );
}
