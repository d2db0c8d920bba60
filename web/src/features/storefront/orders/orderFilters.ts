import { allStatuses, type OrderStatus } from "@/shared/api/types";
import type { ShownOrder } from "./orderDisplay";

export const periods = { "30": "Last 30 days", "90": "Last 3 months", "365": "Last 12 months" } as const;
export type Period = keyof typeof periods;

/** The filters of the list in the URL; other parameters are ignored. */
export interface OrderFilters {
  status: OrderStatus | undefined;
  /** In days back from now. */
  period: Period | undefined;
  /** An order number, or a part of a product name. */
  search: string;
}

export function filtersOf(params: URLSearchParams): OrderFilters {
  const period = params.get("days") ?? "";
  return {
    status: allStatuses.find((status) => status === params.get("status")),
    period: period in periods ? (period as Period) : undefined,
    search: params.get("search")?.trim() ?? "",
  };
}

export const isNarrowed = ({ status, period, search }: OrderFilters) => Boolean(status || period || search);

/** Returns the parameters with one filter set, or removed by an empty value. */
export function withFilter(params: URLSearchParams, name: "status" | "days" | "search", value: string) {
  const next = new URLSearchParams(params);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}

const dayLength = 24 * 60 * 60 * 1000;

export function matchesFilters(
  { orderId, lines }: ShownOrder,
  { status, period, search }: OrderFilters,
  now: number,
): boolean {
  const placedAt = Date.parse(lines[0]?.orderedDate ?? lines[0]?.orderedAt ?? "");
  const words = search.toLowerCase().replace(/^(order )?#?(?=\d+$)/, "");
  return (
    (!status || lines.some((line) => line.status === status)) &&
    (!period || placedAt >= now - Number(period) * dayLength) &&
    (!words || String(orderId) === words || lines.some(({ productName }) => productName.toLowerCase().includes(words)))
  );
}
