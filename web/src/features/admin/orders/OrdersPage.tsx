import { ClipboardList } from "lucide-react";
import { CustomerLink } from "@/shared/admin/CustomerLink";
import { currentRow } from "@/shared/admin/form/currentRow";
import { DayFilter } from "@/shared/admin/list/DateRangeFilter";
import { FilterSelect } from "@/shared/admin/list/FilterSelect";
import type { Column } from "@/shared/admin/list/ListTable";
import { ListView } from "@/shared/admin/list/ListView";
import { useListArgs } from "@/shared/admin/list/listQuery";
import { RowActions } from "@/shared/admin/list/RowActions";
import { useEditing } from "@/shared/admin/list/useEditing";
import { usePermissions } from "@/shared/admin/permissions";
import { allStatuses, type Order } from "@/shared/api/types";
import { day, dayAndTime, rupees } from "@/shared/format";
import { Link } from "@/shared/ui/Link";
import { StatusBadge, statusWord } from "@/shared/ui/StatusBadge";
import { OrderForm } from "./OrderForm";
import { useOrderListInfiniteQuery } from "./ordersApi";

const columns: Column<Order>[] = [
  {
    label: "Order",
    up: "oldest",
    down: "newest",
    cell: ({ id }) => (
      <Link className="textlink n" to={`/admin/orders/${id}`}>
        <span className="visually-hidden">Order </span>
        {id}
      </Link>
    ),
  },
  {
    label: "Customer",
    up: "customer",
    down: "customerDesc",
    cell: ({ customerId, customerName, customerPhone }) => (
      <div>
        <CustomerLink id={customerId} name={customerName} className="who-link" />
        <div className="sub n">{customerPhone}</div>
      </div>
    ),
  },
  { label: "Customer id", optional: true, cell: ({ customerId }) => <span className="n">{customerId}</span> },
  { label: "Email", optional: true, cell: ({ customerEmail }) => customerEmail },
  { label: "Quantity", numeric: true, cell: ({ totalQuantity }) => totalQuantity },
  {
    label: "Amount",
    numeric: true,
    up: "amountAsc",
    down: "amountDesc",
    cell: ({ totalAmount }) => rupees(totalAmount),
  },
  { label: "Ordered", cell: ({ orderedDate }) => <span className="n">{dayAndTime(orderedDate)}</span> },
  { label: "Delivery date", cell: ({ deliveryDate }) => <span className="n">{day(deliveryDate)}</span> },
  { label: "Status", cell: ({ currentStatus }) => <StatusBadge status={currentStatus} /> },
];

const filterNames = ["status", "from"] as const;

/** `/admin/order`: all orders with their own fields. Statuses of items are changed on the board. */
export function OrdersPage() {
  const { may } = usePermissions();
  const { args, change } = useListArgs("newest", filterNames);
  const orders = useOrderListInfiniteQuery(args);
  const [open, setOpen] = useEditing<Order>();
  return (
    <ListView
      title="Orders"
      noun={["order", "orders"]}
      icon={ClipboardList}
      query={orders}
      columns={columns}
      idOf={({ id }) => id}
      args={args}
      onChange={change}
      views={{ page: "order", filters: filterNames }}
      loadFailed="Failed to load orders"
      emptyTitle="No orders found"
      emptyText="A new order shows here by itself the moment it is placed."
      searchHint="Order number or customer"
      fileOf={{ path: "/order/", operation: "export_orders" }}
      filters={
        <>
          <FilterSelect
            name="status"
            label="With an item that is"
            all="All statuses"
            options={allStatuses.map((value) => ({ value, label: statusWord(value) }))}
            filters={args.filters}
            onChange={change}
          />
          <DayFilter name="from" label="Since" filters={args.filters} onChange={change} />
          <Link className="textlink" to="/admin/order-management">
            Order board
          </Link>
        </>
      }
      addLabel="Add Order"
      addBy="place_order"
      onAdd={() => setOpen("new")}
      actions={(order) => (
        <RowActions name={`order ${order.id}`} onEdit={may("edit_order") ? () => setOpen(order) : undefined} />
      )}
    >
      {open && (
        <OrderForm
          order={open === "new" ? null : currentRow(open, orders)}
          onPlaced={setOpen}
          onClose={() => setOpen(null)}
        />
      )}
    </ListView>
  );
}
