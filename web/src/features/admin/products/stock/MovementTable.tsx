import { dayAndTime, wholeNumber } from "@/shared/format";
import { sizeText } from "@/shared/product/sizeText";
import { Link } from "@/shared/ui/Link";
import type { Movement } from "./stockApi";

const reasons: Record<Movement["reason"], string> = {
  order: "Order",
  product_form: "Product form",
  bulk_edit: "Change of many",
  cancellation: "Cancellation",
  return: "Return",
  undo: "Cancellation undone",
  import: "Import",
  correction: "Correction",
};

const signed = (quantity: number) => `${quantity > 0 ? "+" : "−"}${wholeNumber(Math.abs(quantity))}`;

/** The ledger of a product's pieces. */
export function MovementTable({ rows, name }: { rows: Movement[]; name: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="rows-box" tabIndex={0} aria-label={`Movements of ${name}`}>
      <table className="list-t plain" aria-label={`Movements of ${name}`}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Why</th>
            <th scope="col" className="r">
              Pieces
            </th>
            <th scope="col" className="r">
              Left
            </th>
            <th scope="col">Who</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="n">{dayAndTime(row.at)}</td>
              <td>
                {row.orderId === null ? (
                  reasons[row.reason]
                ) : (
                  <Link to={`/admin/orders/${row.orderId}`}>Order {row.orderId}</Link>
                )}
                {row.orderId !== null && row.reason !== "order" && <div className="sub">{reasons[row.reason]}</div>}
                {row.size && <div className="sub">{sizeText(row.size)}</div>}
                {row.note && <div className="sub">{row.note}</div>}
              </td>
              <td className="r n">{signed(row.quantity)}</td>
              <td className="r n">{wholeNumber(row.left)}</td>
              <td>{row.who ?? (row.orderId === null ? "The shop" : "Shopper")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
