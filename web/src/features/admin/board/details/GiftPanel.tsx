import { Gift, Printer } from "lucide-react";
import type { Order } from "@/shared/api/types";
import { itemTitle } from "@/shared/product/sizeText";

/** The message and wrapping of a gift, and a slip for the parcel that shows no prices. */
export function GiftPanel({ order }: { order: Order }) {
  const { gift, address } = order;
  if (!gift) return null;
  return (
    <section className="gift-panel" aria-label="Gift">
      <div className="gift-head">
        <Gift className="ico" aria-hidden="true" />
        <b>A gift, {gift.isWrapped ? "to be wrapped" : "not to be wrapped"}</b>
        <button type="button" className="btn btn-line btn-sm" onClick={printSlip}>
          <Printer className="ico ico-16" aria-hidden="true" />
          Print the slip without prices
        </button>
      </div>
      {gift.message && <p className="gift-message">{gift.message}</p>}
      <div className="gift-slip">
        <h2>Swarna</h2>
        <p>Order {order.id}</p>
        {address && <p>For {address.name}</p>}
        {gift.message && <p className="gift-message">{gift.message}</p>}
        <ul>
          {order.items
            .filter(({ status }) => status !== "cancelled")
            .map((item) => (
              <li key={item.id}>
                {item.productQuantity} × {itemTitle(item)}
              </li>
            ))}
        </ul>
      </div>
    </section>
  );
}

/** Prints the slip alone: the styles for paper hide the rest of the dialog or the page. */
function printSlip() {
  const { classList } = document.body;
  classList.add("prints-gift-slip");
  window.addEventListener("afterprint", () => classList.remove("prints-gift-slip"), { once: true });
  window.print();
}
