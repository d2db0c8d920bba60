import { useState } from "react";
import type { Product } from "@/shared/api/types";
import { lazyDialog } from "@/shared/ui/lazyPart";
import type { CardAction } from "./ProductCard";

const QuickView = lazyDialog(() => import("./QuickView").then((file) => file.QuickView));

interface QuickViewButtonProps {
  product: Product;
  /** The size that is shown at first. */
  size?: string | null;
  Action: CardAction;
}

/** The quick view button, shown on hover and focus of a card. */
export function QuickViewButton({ product, size, Action }: QuickViewButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="quick-look"
        aria-label={`Quick view, ${product.name}`}
        onClick={() => setOpen(true)}
      >
        Quick view
      </button>
      {open && <QuickView product={product} first={size} Action={Action} onClose={() => setOpen(false)} />}
    </>
  );
}
