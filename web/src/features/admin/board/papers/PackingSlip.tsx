import logo from "@/assets/brand/logo.svg";
import type { PieceToPack } from "@/shared/admin/orders/packingApi";
import { day, grams, pluralize, rupees } from "@/shared/format";
import { itemTitle } from "@/shared/product/sizeText";
import { type Parcel, parcelValue } from "./parcelItems";

interface PaperProps {
  parcel: Parcel;
  stored: PieceToPack[];
}

/** A5: what is in the parcel. The slip of a gift shows no prices. */
export function PackingSlip({ parcel, stored }: PaperProps) {
  const { order, items } = parcel;
  const hasPrices = order.gift === null;
  const total = parcelValue(parcel);
  const pieces = items.reduce((sum, { productQuantity }) => sum + productQuantity, 0);
  return (
    <article className="paper slip" aria-label={`Packing slip of order ${order.id}`}>
      <header>
        <img src={logo} alt="Swarna" />
        <span>Packing slip</span>
      </header>
      <table>
        <thead>
          {/* In the head of the table, which is repeated on each sheet. */}
          <tr>
            <td colSpan={hasPrices ? 5 : 4}>
              <div className="paper-head">
                <div>
                  <b>Order {order.id}</b>
                  <div>{day(order.orderedDate)}</div>
                </div>
                <div className="paper-to">
                  <b>{order.address?.name ?? order.customerName}</b>
                  {order.address && <div>{[order.address.city, order.address.zip_code].filter(Boolean).join(" ")}</div>}
                </div>
              </div>
            </td>
          </tr>
          <tr>
            <th scope="col">Piece</th>
            <th scope="col">Bin</th>
            <th scope="col" className="r">
              Qty
            </th>
            <th scope="col" className="r">
              Net
            </th>
            {hasPrices && (
              <th scope="col" className="r">
                Amount
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const piece = stored.find(({ itemId }) => itemId === item.itemId);
            return (
              <tr key={item.itemId}>
                <td className="long">
                  {itemTitle(item)}
                  <div className="paper-code">{[piece?.code, item.hallmark].filter(Boolean).join(", ")}</div>
                  {item.huids.length > 0 && <div className="paper-code">HUID {item.huids.join(" ")}</div>}
                </td>
                <td>{piece?.bin}</td>
                <td className="r">{item.productQuantity}</td>
                <td className="r">{grams(item.weight)}</td>
                {hasPrices && <td className="r">{rupees(item.totalAmount)}</td>}
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={4}>{pluralize(pieces, "piece")}</td>
            {hasPrices && <td className="r">{rupees(total)}</td>}
          </tr>
        </tfoot>
      </table>
      {order.gift && (
        <div className="paper-note">
          <span>A gift{order.gift.isWrapped ? ", wrapped" : ""}</span>
          {order.gift.message && <p>{order.gift.message}</p>}
        </div>
      )}
      <footer>
        <div>
          <span>Packed by</span>
        </div>
        <div>
          <span>Checked by</span>
        </div>
        {/* The signatures may be alone on the last sheet. */}
        <div className="r">Order {order.id}</div>
      </footer>
    </article>
  );
}
