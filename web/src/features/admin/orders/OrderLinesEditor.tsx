import { CircleAlert, Minus, Plus, X } from "lucide-react";
import { grams, rupees } from "@/shared/format";
import { goldInMrp } from "@/shared/product/goldInMrp";
import { PriceBreakup } from "@/shared/product/PriceBreakup";
import { sizeText } from "@/shared/product/sizeText";
import { Thumbnail } from "@/shared/product/Thumbnail";
import { maxQuantity, type PricedLine, totalOf } from "./manualOrder";
import { unavailableReason } from "./ProductCombobox";

interface OrderLinesEditorProps {
  lines: PricedLine[];
  onQuantity: (productId: number, quantity: number) => void;
  onSize: (productId: number, size: string) => void;
}

/** The items of a manual order with their price breakup; quantity 0 removes one. */
export function OrderLinesEditor({ lines, onQuantity, onSize }: OrderLinesEditorProps) {
  if (lines.length === 0) return null;
  return (
    <section className="order-lines" aria-label="Items">
      <ul>
        {lines.map((line) => (
          <Line
            key={line.product.id}
            line={line}
            onQuantity={(quantity) => onQuantity(line.product.id, quantity)}
            onSize={(size) => onSize(line.product.id, size)}
          />
        ))}
      </ul>
      <p className="tot">
        <span>Total</span>
        <output>{rupees(totalOf(lines))}</output>
      </p>
    </section>
  );
}

interface LineProps {
  line: PricedLine;
  onQuantity: (quantity: number) => void;
  onSize: (size: string) => void;
}

function Line({ line, onQuantity, onSize }: LineProps) {
  const { product, size, quantity } = line;
  const refused = unavailableReason(product);
  return (
    <li>
      <Thumbnail url={product.productImageUrl} size={44} />
      <div className="words">
        <b>{product.name}</b>
        <span className="sub">
          {product.code}, {grams(product.weight)}
        </span>
        {size !== null && (
          <select
            className="form-select form-select-sm w-auto my-1"
            aria-label={`Size of ${product.name}`}
            value={size}
            onChange={({ target }) => onSize(target.value)}
          >
            {product.sizes.map(({ label, stockAvailability }) => (
              <option key={label} value={label}>
                {sizeText(label)}
                {stockAvailability === "no" ? ", out of stock" : ""}
              </option>
            ))}
          </select>
        )}
        {refused && (
          <p className="note bad" role="alert">
            <CircleAlert aria-hidden="true" />
            This product is {refused}
            {size !== null && product.sizes.some(({ stockAvailability }) => stockAvailability === "yes")
              ? " in this size: choose another one or take it out"
              : ": take it out"}{" "}
            to place the order.
          </p>
        )}
        <details>
          <summary>Price break-up</summary>
          <PriceBreakup
            goldRate={product.goldRate}
            weight={product.weight}
            metal={goldInMrp(product)}
            stones={product.stones}
            stoneCharge={product.stoneCharge}
            making={product.makingCharge}
            wastage={product.wastageCharge}
            discount={product.discount}
            quantity={quantity}
            total={product.ornamentPrice * quantity}
            totalLabel="Amount"
          />
        </details>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look to three small parts */}
      <span className="qty" role="group" aria-label={`Quantity of ${product.name}`}>
        <button type="button" aria-label="One less" disabled={quantity <= 1} onClick={() => onQuantity(quantity - 1)}>
          <Minus className="ico ico-16" aria-hidden="true" />
        </button>
        <span role="status">{quantity}</span>
        <button
          type="button"
          aria-label="One more"
          disabled={quantity >= maxQuantity}
          onClick={() => onQuantity(quantity + 1)}
        >
          <Plus className="ico ico-16" aria-hidden="true" />
        </button>
      </span>
      <span className="num">{rupees(product.ornamentPrice * quantity)}</span>
      <button
        type="button"
        className="btn btn-icon"
        aria-label={`Take out ${product.name}`}
        title="Take out"
        onClick={() => onQuantity(0)}
      >
        <X className="ico" aria-hidden="true" />
      </button>
    </li>
  );
}
