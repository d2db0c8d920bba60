import type { CartLine, NewOrder, NewOrderItem } from "@/shared/api/types";
import { rupees } from "@/shared/format";
import { itemTitle, lineKey } from "@/shared/product/sizeText";
import { Dialog } from "@/shared/ui/Dialog";

interface PriceChangeDialogProps {
  /** The order that was sent, with the prices that the shopper saw. */
  before: NewOrder;
  /** The same order with current prices. */
  now: NewOrder;
  lines: CartLine[];
  onConfirm: () => void;
  onClose: () => void;
  onBack: () => void;
}

/**
 * Compares old and new prices by line. Prices are updated while it is open; the button orders at the amount that it
 * names.
 */
export function PriceChangeDialog({ before, now, lines, onConfirm, onClose, onBack }: PriceChangeDialogProps) {
  const change = now.totalAmount - before.totalAmount;
  const rateBefore = before.items[0]?.goldRate;
  const rateNow = now.items[0]?.goldRate;
  const hasRateMoved = rateBefore != null && rateNow != null && rateBefore !== rateNow;
  const nameOf = (item: NewOrderItem) => {
    const line = lines.find((each) => lineKey(each) === lineKey(item));
    return line && itemTitle({ productName: line.product.name, size: line.size ?? null });
  };
  return (
    <Dialog
      title={hasRateMoved ? "The gold rate has moved" : "The price has changed"}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn btn-line" onClick={onBack}>
            Back to cart
          </button>
          <button type="button" className="btn btn-primary" onClick={onConfirm}>
            Place Order at {rupees(now.totalAmount)}
          </button>
        </>
      }
    >
      <div className="pricechg">
        <p className="muted mb-3" role="status">
          {hasRateMoved && `From ${rupees(rateBefore)} to ${rupees(rateNow)} /gm. `}
          {change === 0 && "The total is what you saw. "}
          Nothing has been ordered yet.
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
            {now.items.map((item) => (
              <tr key={lineKey(item)}>
                <td>
                  {nameOf(item)}
                  {item.productQuantity > 1 && ` × ${item.productQuantity}`}
                </td>
                <td className="muted">{rupees(amountOf(before, item))}</td>
                <td>{rupees(item.totalAmount)}</td>
              </tr>
            ))}
            <tr className="tot">
              <td>Total</td>
              <td className="muted">{rupees(before.totalAmount)}</td>
              <td>
                {rupees(now.totalAmount)}{" "}
                {change !== 0 && (
                  <span className={`micro ${change > 0 ? "upx" : "dnx"}`}>
                    {change > 0 ? "+" : "−"}
                    {rupees(Math.abs(change))}
                  </span>
                )}
              </td>
            </tr>
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}

const amountOf = (order: NewOrder, item: NewOrderItem) =>
  order.items.find((each) => lineKey(each) === lineKey(item))?.totalAmount ?? 0;
