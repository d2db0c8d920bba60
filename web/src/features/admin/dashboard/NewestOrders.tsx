import { useSelector } from "react-redux";
import { CustomerLink } from "@/shared/admin/CustomerLink";
import { Card } from "@/shared/admin/cards/Card";
import { age } from "@/shared/admin/orders/age";
import { placedAt } from "@/shared/admin/orders/boardArgs";
import { type RowMessagesState, selectIsNew } from "@/shared/admin/orders/rowMessagesSlice";
import type { Order } from "@/shared/api/types";
import { rupees } from "@/shared/format";
import { Thumbnail } from "@/shared/product/Thumbnail";
import { Link } from "@/shared/ui/Link";
import { StatusBadge } from "@/shared/ui/StatusBadge";

const shown = 5;

export function NewestOrders({ orders, now }: { orders: Order[] | undefined; now: number }) {
  return (
    <Card
      name="newest"
      title="Newest orders"
      className="newest"
      tools={
        <Link className="textlink" to="/admin/order-management">
          All orders
        </Link>
      }
    >
      {!orders && <span className="sk dash-sk" />}
      {orders?.length === 0 && <p className="muted none">No orders found. A new one shows here by itself.</p>}
      {orders && orders.length > 0 && (
        <table className="list-t" aria-label="Newest orders">
          <thead>
            <tr>
              <th scope="col">Order</th>
              <th scope="col">Product</th>
              <th scope="col">Customer</th>
              <th scope="col">Age</th>
              <th scope="col" className="r">
                Amount
              </th>
              <th scope="col">Status</th>
            </tr>
          </thead>
          <tbody>
            {orders.slice(0, shown).map((order) => (
              <Row key={order.id} order={order} now={now} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function Row({ order, now }: { order: Order; now: number }) {
  const isNew = useSelector((state: RowMessagesState) => selectIsNew(state, order.id));
  const first = order.items[0];
  const more = order.items.length - 1;
  return (
    <tr className={isNew ? "isnew" : undefined}>
      <td data-label="Order">
        <Link to={`/admin/orders/${order.id}`}>{order.id}</Link>
        {isNew && <span className="mark-new">New</span>}
      </td>
      <td data-label="Product">
        <div className="prodcell">
          <Thumbnail url={first?.productImageUrl ?? null} size={44} />
          <span className="words">
            {first?.productName ?? "Without items"}
            {more > 0 && <span className="sub"> and {more} more</span>}
          </span>
        </div>
      </td>
      <td data-label="Customer">
        <CustomerLink id={order.customerId} name={order.customerName} />
      </td>
      <td data-label="Age" className="n">
        {age(placedAt(order), now)}
      </td>
      <td data-label="Amount" className="r n">
        {rupees(order.totalAmount)}
      </td>
      <td data-label="Status">
        <StatusBadge status={order.currentStatus} />
      </td>
    </tr>
  );
}
