import { Undo2 } from "lucide-react";
import { useCallback, useMemo, useRef } from "react";
import type { ListArgs } from "@/shared/admin/list/listQuery";
import { SearchBox } from "@/shared/admin/list/SearchBox";
import { useFocusRetention } from "@/shared/admin/useFocusRetention";
import { useUrlParams } from "@/shared/admin/useUrlParams";
import { ViewTabs } from "@/shared/admin/views/ViewTabs";
import { useMediaQuery } from "@/shared/hooks/useMediaQuery";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import type { Return } from "@/shared/orders/returnsApi";
import { EmptyState } from "@/shared/ui/EmptyState";
import { LoadError } from "@/shared/ui/LoadError";
import { ReturnDetails } from "./ReturnDetails";
import { ReturnPane } from "./ReturnPane";
import { ReturnRows } from "./ReturnRows";
import { useReturnsQueueInfiniteQuery } from "./returnsQueueApi";
import { useDecisionKeys, useStepKeys } from "./useReturnKeys";
import { useShownReturn } from "./useShownReturn";

const tabs: [Return["status"], string][] = [
  ["requested", "Requested"],
  ["approved", "Approved, on its way"],
  ["received", "Received, money to go back"],
  ["refunded", "Refunded"],
  ["declined", "Declined"],
  ["withdrawn", "Withdrawn"],
];
const viewNames = ["status", "search"];
const fixedViews = [{ name: "Requested", filters: "" }];
const waiting: readonly string[] = ["requested", "approved", "received"];

/** `/admin/returns`: the returns by status, those that wait longest first; updated live. */
export function ReturnsPage() {
  usePageTitle("Returns, Admin portal");
  const { params, change } = useUrlParams();
  const status = tabs.find(([one]) => one === params.get("status"))?.[0] ?? "requested";
  const search = params.get("search") ?? "";
  const args: ListArgs = useMemo(
    () => ({ search, sort: waiting.includes(status) ? "oldest" : "newest", filters: { status } }),
    [search, status],
  );
  const query = useReturnsQueueInfiniteQuery(args);
  const rows = query.currentData?.pages.flatMap((page) => page.rows);
  const counts = query.data?.pages[0]?.counts;
  const board = useRef<HTMLDivElement>(null);
  useFocusRetention(board);
  const onSearch = useCallback((text: string) => change({ search: text }, { replace: true }), [change]);
  const number = Number(params.get("return"));
  const chosen = Number.isSafeInteger(number) && number > 0 ? number : null;
  const isWide = useMediaQuery("(min-width: 1400px)");
  const { shown, rowFrom } = useShownReturn(args, rows, chosen);
  const onShow = (row: Return) => change({ return: row.id }, { replace: true });
  const above = rowFrom(-1);
  const next = rowFrom(1);
  const onStep = (step: 1 | -1) => {
    const row = step > 0 ? next : above;
    if (row) onShow(row);
    // At either end the focus goes to the row that is shown.
    board.current?.querySelector<HTMLElement>(`[data-row="${row?.id ?? shown}"] .row-open`)?.focus();
  };
  useStepKeys(isWide, onStep);
  useDecisionKeys();
  return (
    <>
      <div className="work-head">
        <h1>Returns</h1>
      </div>
      <ViewTabs page="returns" names={viewNames} fixed={fixedViews} />
      <div className="board-view returns" ref={board}>
        <div className="filterbar">
          <fieldset className="stabs" aria-label="Status">
            {tabs.map(([one, label]) => (
              <button
                key={one}
                type="button"
                aria-pressed={status === one}
                onClick={() => change({ status: one === "requested" ? null : one, return: null })}
              >
                {label} <b>{counts?.[one]}</b>
              </button>
            ))}
          </fieldset>
          <SearchBox
            label="Search returns"
            placeholder="Return, order, customer or product"
            search={search}
            onSearch={onSearch}
          />
        </div>
        <div className={isWide && shown !== null ? "return-cols" : undefined}>
          {rows && rows.length > 0 ? (
            <ReturnRows rows={rows} shown={isWide ? shown : undefined} onOpen={(id) => change({ return: id })}>
              {query.hasNextPage && (
                <button
                  type="button"
                  className="btn btn-line btn-sm"
                  disabled={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  Load more
                </button>
              )}
            </ReturnRows>
          ) : rows ? (
            <EmptyState
              icon={Undo2}
              title="No returns here"
              text={search ? "None of these returns fits this search." : "What shoppers send back shows here at once."}
            >
              {search && (
                <button type="button" className="btn btn-line" onClick={() => onSearch("")}>
                  Clear search
                </button>
              )}
            </EmptyState>
          ) : query.error && !query.isFetching ? (
            <LoadError title="Returns could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <p className="panel list-wait" role="status">
              Loading returns
            </p>
          )}
          {isWide && shown !== null && (
            <ReturnPane
              id={shown}
              listed={rows?.find(({ id }) => id === shown)}
              onPrevious={above && (() => onShow(above))}
              onNext={next && (() => onShow(next))}
            />
          )}
        </div>
      </div>
      {!isWide && <ReturnDetails id={chosen} onClose={() => change({ return: null })} />}
    </>
  );
}
