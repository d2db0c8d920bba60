import { useCallback, useMemo } from "react";
import { type BoardArgs, type BoardSort, boardSorts } from "@/shared/admin/orders/boardArgs";
import { type StuckRule, stuckRules } from "@/shared/admin/orders/stuckApi";
import { useUrlParams } from "@/shared/admin/useUrlParams";
import { allStatuses, type OrderStatus } from "@/shared/api/types";
import { type Period, periods } from "./periods";

export type BoardView = "table" | "columns";

export interface BoardFilters {
  status: OrderStatus | null;
  search: string;
  period: Period;
  view: BoardView;
  sort: BoardSort;
  /** Whether only orders whose payment was claimed are shown. */
  claims: boolean;
  /** Whose open orders are shown; null: all orders. */
  assigned: "me" | "nobody" | null;
  /** The rule by which the orders that are shown are stuck. */
  stuck: StuckRule | null;
  /** The order whose details are open. */
  order: number | null;
}

type Change = Partial<Record<Exclude<keyof BoardFilters, "claims"> | "payment", string | number | null>>;

/** Reads the filters of an address; unknown values are ignored. */
export function readFilters(params: URLSearchParams): BoardFilters {
  const one = <T extends string>(known: readonly T[], name: string) =>
    known.find((value) => value === params.get(name));
  const order = Number(params.get("order"));
  return {
    status: one(allStatuses, "status") ?? null,
    search: params.get("search") ?? "",
    period: one(periods, "period") ?? "all",
    view: one(["table", "columns"] as const, "view") ?? "table",
    sort: one(boardSorts, "sort") ?? "newest",
    claims: params.get("payment") === "claimed",
    assigned: one(["me", "nobody"] as const, "assigned") ?? null,
    stuck: one(stuckRules, "stuck") ?? null,
    order: Number.isInteger(order) && order > 0 ? order : null,
  };
}

const plain: Partial<Record<string, string>> = { period: "all", view: "table", sort: "newest" };

/** Reads and writes the board's filters in the URL. */
export function useBoardFilters() {
  const { params, change: changeAddress } = useUrlParams();
  const filters = useMemo(() => readFilters(params), [params]);
  const change = useCallback(
    (next: Change, options?: { replace?: boolean }) => {
      const explicit = Object.entries(next).filter(([name, value]) => value !== plain[name]);
      const cleared = Object.keys(next).map((name) => [name, null]);
      changeAddress({ ...Object.fromEntries(cleared), ...Object.fromEntries(explicit) }, options);
    },
    [changeAddress],
  );
  return { filters, change };
}

type Narrowing = Pick<BoardFilters, "status" | "search" | "sort" | "claims" | "assigned" | "stuck">;

/** The query for the API. `from` is the first day of the period, `myId` the signed-in person. */
export function boardArgsOf(filters: Narrowing, from: string | undefined, myId: number | undefined): BoardArgs {
  const { status, search, sort, claims, assigned, stuck } = filters;
  const assignedTo = assigned === "me" ? myId : assigned;
  return {
    status,
    search,
    ...(from && { from }),
    ...(sort !== "newest" && { sort }),
    ...(claims && { payment: "claimed" as const }),
    ...(assignedTo && { assignedTo }),
    ...(stuck && { stuck }),
  };
}
