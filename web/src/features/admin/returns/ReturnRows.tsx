import type { KeyboardEvent, ReactNode } from "react";
import { CustomerLink } from "@/shared/admin/CustomerLink";
import { DeskCell } from "@/shared/admin/desk/DeskCell";
import { age } from "@/shared/admin/orders/age";
import { useStuck } from "@/shared/admin/orders/stuckApi";
import { pluralize, rupees } from "@/shared/format";
import { useNow } from "@/shared/hooks/useNow";
import type { Return } from "@/shared/orders/returnsApi";
import { itemTitle } from "@/shared/product/sizeText";
import { Thumbnail } from "@/shared/product/Thumbnail";
import { Link } from "@/shared/ui/Link";

interface ReturnRowsProps {
  rows: Return[];
  /** The return that is shown beside the list, which then has fewer columns and leaves the keys to the page. */
  shown?: number | null | undefined;
  /** `oldest` or `newest`. */
  order: string;
  /** Whether further returns of the list can be loaded. */
  hasMore: boolean;
  onOpen: (id: number) => void;
  children: ReactNode;
}

const hour = 3_600_000;
const steps: Record<string, number> = { j: 1, k: -1 };

export function ReturnRows({ rows, shown, order, hasMore, onOpen, children }: ReturnRowsProps) {
  const isBeside = shown !== undefined;
  const now = useNow();
  const limit = useStuck()?.find(({ rule }) => rule === "return")?.hours;
  const isLate = ({ status, requestedAt }: Return) =>
    status === "requested" && limit && now - Date.parse(requestedAt) > limit * hour;
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
      <table className="list-t" aria-label="Returns" onKeyDown={isBeside ? undefined : onKeyDown}>
        <thead>
          <tr>
            <th scope="col">Return</th>
            <th scope="col">Piece</th>
            {!isBeside && <th scope="col">Customer</th>}
            {!isBeside && <th scope="col">Reason</th>}
            <th scope="col">Age</th>
            <th scope="col" className="r">
              Value
            </th>
            <th scope="col">Desk</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr
              key={row.id}
              data-row={row.id}
              data-at={at}
              className={isLate(row) ? "islate" : undefined}
              aria-current={shown === row.id ? "true" : undefined}
            >
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
                <span className="return-piece m-0">
                  <Thumbnail url={row.productImageUrl} size={40} />
                  <span>
                    {itemTitle(row)}
                    <span className="sub d-block">
                      {isBeside
                        ? `${row.customerName ?? "Former customer"}, ${row.reason}`
                        : pluralize(row.quantity, "piece")}
                    </span>
                  </span>
                </span>
              </td>
              {!isBeside && (
                <td data-label="Customer">
                  <CustomerLink id={row.customerId} name={row.customerName} />
                </td>
              )}
              {!isBeside && <td data-label="Reason">{row.reason}</td>}
              <td data-label="Age" className="c-age">
                <div>
                  <div className="age">{age(row.requestedAt, now)}</div>
                  {row.status === "requested" && limit && (
                    <div className={isLate(row) ? "sub late" : "sub"}>
                      {isLate(row) ? "late, over" : "of"} {limit} h
                    </div>
                  )}
                </div>
              </td>
              <td data-label="Value" className="r n">
                {rupees(row.amount)}
              </td>
              <td data-label="Desk">
                <DeskCell orderId={row.orderId} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="undertable">
        <span className="num" role="status">
          {hasMore && "The first "}
          {pluralize(rows.length, "return")}, {rupees(rows.reduce((sum, { amount }) => sum + amount, 0))}, {order} first
        </span>
        {children}
      </div>
    </section>
  );
}
