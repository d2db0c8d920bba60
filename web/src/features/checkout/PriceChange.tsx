import type { ChangedPrice, NewOrder } from "@/shared/api/types";
import { rupees } from "@/shared/format";
import { Sheet } from "@/shared/ui/Sheet";

interface PriceChangeProps {
  order: NewOrder;
  prices: { totalAmount: number; items: ChangedPrice[] };
  onConfirm: () => void;
  onClose: () => void;
  onBack: () => void;
}

/** What the shopper saw against what it costs now, line by line. Only the shopper's word orders at the new price. */
export function PriceChange({ order, prices, onConfirm, onClose, onBack }: PriceChangeProps) {
  const change = prices.totalAmount - order.totalAmount;
  const first = prices.items[0];
  const rateBefore = order.items.find(({ productId }) => productId === first?.productId)?.goldRate;
  const rateMoved = first !== undefined && rateBefore !== undefined && rateBefore !== first.goldRate;
  return (
    <Sheet
      title={rateMoved ? "The gold rate has moved" : "The price has changed"}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn btn-line" onClick={onBack}>
            Back to cart
          </button>
          <button type="button" className="btn btn-primary" onClick={onConfirm}>
            Place Order at {rupees(prices.totalAmount)}
          </button>
        </>
      }
    >
      <div className="pricechg">
        <p className="muted mb-3">
          {rateMoved && `From ${rupees(rateBefore)} to ${rupees(first.goldRate)} /gm. `}Nothing has been ordered yet.
        </p>
        <table>
          <thead>
            <tr>
              <th scope="col">Piece</th>
              <th scope="col">You saw</th>
              <th scope="col">Now</th>
            </tr>
          </thead>
          <tbody>
            {prices.items.map(({ productId, productName, productQuantity, oldTotalAmount, totalAmount }) => (
              <tr key={productId}>
                <td>
                  {productName}
                  {productQuantity > 1 && ` × ${productQuantity}`}
                </td>
                <td>
                  <s className="muted">{rupees(oldTotalAmount)}</s>
                </td>
                <td>{rupees(totalAmount)}</td>
              </tr>
            ))}
            <tr className="tot">
              <td>Total</td>
              <td>
                <s className="muted">{rupees(order.totalAmount)}</s>
              </td>
              <td>
                {rupees(prices.totalAmount)}{" "}
                <span className={`micro ${change > 0 ? "upx" : "dnx"}`}>
                  {change > 0 ? "+" : "−"}
                  {rupees(Math.abs(change))}
                </span>
              </td>
            </tr>
          </tbody>
        </table>
      </div>
    </Sheet>
  );
}
