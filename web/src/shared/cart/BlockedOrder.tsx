import { type ReactNode, useId } from "react";
import { linesForSale } from "@/shared/api/cart";
import type { CartLine } from "@/shared/api/types";

interface BlockedOrderProps {
  lines: CartLine[];
  /** The name of the button, and what it would do. */
  action: string;
  consequence: string;
  /** The button, where every line can be ordered. */
  children: ReactNode;
}

/** The button that leads to an order. While a line is out of stock it is not active and says why. */
export function BlockedOrder({ lines, action, consequence, children }: BlockedOrderProps) {
  const reasonId = useId();
  const forSale = linesForSale(lines);
  const names = lines.filter((line) => !forSale.includes(line)).map(({ product }) => product.name);
  const isBlocked = names.length > 0;
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
            <span>Remove what is out of stock {consequence}.</span>{" "}
            <span>
              Out of stock: {names.join(", ")}. You can also move {them} to your wishlist.
            </span>
          </p>
        )}
      </div>
    </>
  );
}
