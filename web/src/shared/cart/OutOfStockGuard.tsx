import { type ReactNode, useId } from "react";
import { linesForSale, linesWithoutSize, shortLines } from "@/shared/api/cart";
import type { CartLine } from "@/shared/api/types";
import { itemTitle } from "@/shared/product/sizeText";

interface OutOfStockGuardProps {
  lines: CartLine[];
  /** The label of the button and the effect of pressing it. */
  action: string;
  consequence: string;
  /** The button, shown if all lines can be ordered. */
  children: ReactNode;
}

const titleOf = ({ product, size }: CartLine) => itemTitle({ productName: product.name, size });

/** Replaces the order button by a disabled one with the reason while a line is out of stock. */
export function OutOfStockGuard({ lines, action, consequence, children }: OutOfStockGuardProps) {
  const reasonId = useId();
  const forSale = linesForSale(lines);
  const names = lines.filter((line) => !forSale.includes(line)).map(titleOf);
  const short = shortLines(lines);
  const unsized = linesWithoutSize(lines);
  const isBlocked = names.length > 0 || short.length > 0 || unsized.length > 0;
  const them = names.length > 1 ? "them" : "it";
  return (
    <>
      {isBlocked ? (
        <button type="button" className="btn btn-primary btn-lg w-100" disabled aria-describedby={reasonId}>
          {action}
        </button>
      ) : (
        children
      )}
      <div role="status">
        {isBlocked && (
          <p id={reasonId} className="small bad mt-2 mb-0">
            {unsized.map((line) => (
              <span key={line.cartId}>
                Choose a size of {titleOf(line)} in your cart {consequence}.{" "}
              </span>
            ))}
            {short.map((line) => (
              <span key={line.cartId}>
                Only {line.product.stockLeft} of {titleOf(line)} {line.product.stockLeft === 1 ? "is" : "are"} left:
                order fewer {consequence}.{" "}
              </span>
            ))}
            {names.length > 0 && (
              <>
                <span>Remove what is out of stock {consequence}.</span>{" "}
                <span>
                  Out of stock: {names.join(", ")}. You can also move {them} to your wishlist.
                </span>
              </>
            )}
          </p>
        )}
      </div>
    </>
  );
}
