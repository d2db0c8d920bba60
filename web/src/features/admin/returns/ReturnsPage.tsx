import { Undo2 } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useRef } from "react";
import { CustomerLink } from "@/shared/admin/CustomerLink";
import type { ListArgs } from "@/shared/admin/list/listQuery";
import { SearchBox } from "@/shared/admin/list/SearchBox";
import { age } from "@/shared/admin/orders/age";
import { useFocusRetention } from "@/shared/admin/useFocusRetention";
import { useNow } from "@/shared/admin/useNow";
import { useUrlParams } from "@/shared/admin/useUrlParams";
import { pluralize, rupees } from "@/shared/format";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import type { Return } from "@/shared/orders/returnsApi";
import { itemTitle } from "@/shared/product/sizeText";
import { Thumbnail } from "@/shared/product/Thumbnail";
import { EmptyState } from "@/shared/ui/EmptyState";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { ReturnDetails } from "./ReturnDetails";
import { useReturnsQueueInfiniteQuery } from "./returnsQueueApi";

const tabs: [Return["status"], string][] = [
  ["requested", "Requested"],
  ["approved", "Approved, on its way"],
  ["received", "Received, money to go back"],
  ["refunded", "Refunded"],
  ["declined", "Declined"],
  ["withdrawn", "Withdrawn"],
];
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
  const open = Number(params.get("return"));
  return (
    <>
      <div className="work-head">
        <h1>Returns</h1>
      </div>
      <div className="board-view returns" ref={board}>
        <div className="filterbar">
          <fieldset className="stabs" aria-label="Status">
            {tabs.map(([one, label]) => (
              <button
                key={one}
                type="button"
                aria-pressed={status === one}
                onClick={() => change({ status: one === "requested" ? null : one })}
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
        {rows && rows.length > 0 ? (
          <Rows rows={rows} onOpen={(id) => change({ return: id })}>
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
          </Rows>
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
      </div>
      <ReturnDetails id={Number.isInteger(open) && open > 0 ? open : null} onClose={() => change({ return: null })} />
    </>
  );
}

interface RowsProps {
  rows: Return[];
  onOpen: (id: number) => void;
  children: ReactNode;
}

const steps: Record<string, number> = { j: 1, k: -1 };

function Rows({ rows, onOpen, children }: RowsProps) {
  const now = useNow();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key.toLowerCase()];
    const row = (event.target as HTMLElement).closest<HTMLElement>("[data-at]");
    if (!step || !row || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = event.currentTarget.querySelector(`[data-at="${Number(row.dataset.at) + step}"] .row-open`);
    (next as HTMLElement | null)?.focus();
  };
  return (
    <section className="panel list" aria-label="returns">
      <table className="list-t" aria-label="Returns" onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th scope="col">Return</th>
            <th scope="col">Piece</th>
            <th scope="col">Customer</th>
            <th scope="col">Reason</th>
            <th scope="col">Age</th>
            <th scope="col" className="r">
              Value
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.id} data-row={row.id} data-at={at}>
              <td data-label="Return">
                <div>
                  <button type="button" className="textlink order-no row-open" onClick={() => onOpen(row.id)}>
                    R-{row.id}
                  </button>
                  <div className="sub">
                    <Link to={`/admin/orders/${row.orderId}`}>order {row.orderId}</Link>
                  </div>
                </div>
              </td>
              <td data-label="Piece">
                <span className="return-piece">
                  <Thumbnail url={row.productImageUrl} size={40} />
                  <span>
                    {itemTitle(row)}
                    <span className="sub d-block">{pluralize(row.quantity, "piece")}</span>
                  </span>
                </span>
              </td>
              <td data-label="Customer">
                <CustomerLink id={row.customerId} name={row.customerName} />
              </td>
              <td data-label="Reason">{row.reason}</td>
              <td data-label="Age">{age(row.requestedAt, now)}</td>
              <td data-label="Value" className="r n">
                {rupees(row.amount)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="undertable">
        <span className="num" role="status">
          {pluralize(rows.length, "return")}, {rupees(rows.reduce((sum, { amount }) => sum + amount, 0))}
        </span>
        {children}
      </div>
    </section>
  );
}
