import type { Order, OrderItem } from "@/shared/api/types";
import { grams, rupees } from "@/shared/format";
import { itemTitle } from "@/shared/product/sizeText";
import { Thumbnail } from "@/shared/product/Thumbnail";
import { Link } from "@/shared/ui/Link";
import { StatusBadge } from "@/shared/ui/StatusBadge";

const columns: { label: string; numeric?: boolean; cell: (item: OrderItem) => React.ReactNode }[] = [
  { label: "Product", cell: (item) => <Product item={item} /> },
  { label: "Product id", numeric: true, cell: ({ productId }) => productId },
  { label: "Quantity", numeric: true, cell: ({ productQuantity }) => productQuantity },
  { label: "Weight", numeric: true, cell: ({ weight }) => grams(weight) },
  { label: "Gold rate", numeric: true, cell: ({ goldRate }) => rupees(goldRate) },
  { label: "Stones", numeric: true, cell: ({ stoneCharge = 0 }) => rupees(stoneCharge) },
  { label: "Making", numeric: true, cell: ({ makingCharge }) => rupees(makingCharge) },
  { label: "Wastage", numeric: true, cell: ({ wastageCharge }) => rupees(wastageCharge) },
  { label: "Discount", numeric: true, cell: ({ discount }) => rupees(discount) },
  { label: "Total", numeric: true, cell: ({ totalAmount }) => <b>{rupees(totalAmount)}</b> },
  { label: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
];

/** The items of an order with the prices of its day, which never change. */
export function OrderItemsTable({ order }: { order: Order }) {
  return (
    <section className="panel list report-scroll" aria-label="items">
      <table className="list-t" aria-label={`Items of order ${order.id}`}>
        <thead>
          <tr>
            {columns.map(({ label, numeric }) => (
              <th key={label} scope="col" className={numeric ? "r" : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <tr key={item.itemId}>
              {columns.map(({ label, numeric, cell }) => (
                <td key={label} data-label={label} className={numeric ? "r n" : undefined}>
                  {cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="undertable">
        <span>The prices are those of the day of the order.</span>
        <Link className="textlink" to={`/admin/order-management?search=%23${order.id}`}>
          Move its items on at the order board
        </Link>
      </div>
    </section>
  );
}

function Product({ item }: { item: OrderItem }) {
  return (
    <div className="prodcell">
      <Thumbnail url={item.productImageUrl} size={44} />
      <div className="words">
        <b>{itemTitle(item)}</b>
      </div>
    </div>
  );
}
