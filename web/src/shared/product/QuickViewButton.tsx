import { lazy, Suspense, useState } from "react";
import type { Product } from "@/shared/api/types";
import type { CardAction } from "./ProductCard";

const QuickView = lazy(() => import("./QuickView").then((file) => ({ default: file.QuickView })));

/** The quick view button, shown on hover and focus of a card. */
export function QuickViewButton({ product, Action }: { product: Product; Action: CardAction }) {
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
      {open && (
        <Suspense>
          <QuickView product={product} Action={Action} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
