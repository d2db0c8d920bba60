import { Check } from "lucide-react";
import type { Product } from "@/shared/api/types";
import { itemTitle } from "./sizeText";
import { useStockRequest } from "./useStockRequest";

interface NotifyButtonProps {
  product: Product;
  /** The size that is out of stock, if others are not. */
  size?: string | null | undefined;
  className?: string;
}

/** Asks for one mail when the product is back in stock. Pressed again, it withdraws the request. */
export function NotifyButton({ product, size = null, className = "btn-line" }: NotifyButtonProps) {
  const { request, isBusy, toggle } = useStockRequest(product, size);
  const isRequested = request !== undefined;
  const text = isRequested ? "We will write" : "Notify me";
  return (
    <button
      type="button"
      className={`btn ${isRequested ? "btn-line w-100" : className}`}
      aria-label={`${text}, ${itemTitle({ productName: product.name, size })}`}
      aria-pressed={isRequested}
      aria-disabled={isBusy}
      title={isRequested ? "Press to take it back" : undefined}
      onClick={() => void toggle()}
    >
      {isBusy && <span className="spin" aria-hidden="true" />}
      {isRequested && !isBusy && <Check className="ico ico-16" aria-hidden="true" />}
      {text}
    </button>
  );
}
