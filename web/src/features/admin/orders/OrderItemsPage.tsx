import { PackageSearch } from "lucide-react";
import type { FormEvent, ReactNode } from "react";
import { CustomerLink } from "@/shared/admin/CustomerLink";
import { ExportButton } from "@/shared/admin/list/ExportButton";
import { useEditing } from "@/shared/admin/list/useEditing";
import { itemsFile, useBoardOrderQuery } from "@/shared/admin/orders/boardApi";
import { useMay } from "@/shared/admin/permissions";
import { useUrlParams } from "@/shared/admin/useUrlParams";
import { isNotFound } from "@/shared/api/errors";
import type { Order } from "@/shared/api/types";
import { dayAndTime, rupees } from "@/shared/format";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { EmptyState } from "@/shared/ui/EmptyState";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { OrderForm } from "./OrderForm";
import { OrderItemsTable } from "./OrderItemsTable";

/** `/admin/order-items`: the items of one order, by default of order 1. */
export function OrderItemsPage() {
  const mayEdit = useMay("edit_order");
  const { params, change } = useUrlParams();
  const asked = Number(params.get("orderId") ?? 1);
  const id = Number.isInteger(asked) && asked > 0 ? asked : 1;
  const [editing, setEditing] = useEditing<Order>();
  const { currentData, error, isFetching, refetch } = useBoardOrderQuery(id);
  usePageTitle(`Items of order ${id}, Admin portal`);
  const isMissing = isNotFound(error);
  const order = isMissing ? undefined : currentData;
  return (
    <>
      <div className="work-head">
        <h1>Order Items</h1>
        <div className="acts">
          <Link className="textlink" to="/admin/order">
            All orders
          </Link>
          <ExportButton of={itemsFile} params={{ search: `#${id}` }} />
          {mayEdit && (
            <button
              type="button"
              className="btn btn-primary"
              disabled={!order}
              onClick={() => order && setEditing(order)}
            >
              Edit Order
            </button>
          )}
        </div>
      </div>
      <div className="filterbar list-tools">
        <NumberForm key={id} id={id} onShow={(orderId) => change({ orderId })} />
      </div>
      {order && <Facts order={order} />}
      {order && order.items.length > 0 && <OrderItemsTable order={order} />}
      {order?.items.length === 0 && (
        <EmptyState
          icon={PackageSearch}
          title="No items"
          text="This order came another way and was written down without any."
        />
      )}
      {!order && !error && isFetching && (
        <p className="panel list-wait" role="status">
          Loading order {id}
        </p>
      )}
      {isMissing && (
        <EmptyState icon={PackageSearch} title="No orders found" text={`There is no order ${id}.`}>
          <Link className="btn btn-line" to="/admin/order">
            Show all orders
          </Link>
        </EmptyState>
      )}
      {!order && error && !isMissing && <LoadError title="Failed to load orders" error={error} onRetry={refetch} />}
      {editing && order && <OrderForm order={order} onClose={() => setEditing(null)} />}
    </>
  );
}

function NumberForm({ id, onShow }: { id: number; onShow: (id: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const number = String(new FormData(event.currentTarget).get("orderId") ?? "").replace(/\D/g, "");
    if (number) onShow(number);
  };
  return (
    <form className="number-form" onSubmit={submit}>
      <label htmlFor="order-number">Order number</label>
      <input
        id="order-number"
        name="orderId"
        className="form-control"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={id}
      />
      <button type="submit" className="btn btn-line">
        Show
      </button>
    </form>
  );
}

function Facts({ order }: { order: Order }) {
  const facts: [string, ReactNode, string][] = [
    ["Customer", <CustomerLink key="name" id={order.customerId} name={order.customerName} />, order.customerPhone],
    ["Amount", rupees(order.totalAmount), `${order.totalQuantity} in all`],
    ["Ordered", dayAndTime(order.orderedDate), `status ${order.currentStatus}`],
  ];
  return (
    <dl className="panel stats order-facts" aria-label={`Order ${order.id}`}>
      {facts.map(([label, value, beside]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b>{value}</b>
            <span className="muted">{beside}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
