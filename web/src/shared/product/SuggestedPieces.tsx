import { useState } from "react";
import { useSelector } from "react-redux";
import { useGetProductQuery, useGetTopProductsQuery } from "@/shared/api/catalogue";
import type { Product } from "@/shared/api/types";
import { selectRecentlyViewed } from "@/shared/session/localHistorySlice";
import { type CardAction, ProductCard } from "./ProductCard";

const shown = 4;

/** A list with fewer pieces is followed by suggestions. */
export const shortList = 4;

interface SuggestedPiecesProps {
  Action: CardAction;
  title?: string;
  /** Products that the page shows already. */
  without?: Product[];
}

/** The best sellers, below an empty or short list. */
export function BestSellers({ Action, title = "Best sellers", without = [] }: SuggestedPiecesProps) {
  const limit = shown + without.length;
  const { data } = useGetTopProductsQuery({ sort: "bestSelling", stock: "yes", limit });
  const others = data?.products.filter(({ id }) => !without.some((one) => one.id === id)).slice(0, shown) ?? [];
  if (others.length === 0) return null;
  return (
    <section className="more-pieces">
      <h2>{title}</h2>
      <div className="pgrid">
        {others.map((product) => (
          <ProductCard key={product.id} product={product} Action={Action} />
        ))}
      </div>
    </section>
  );
}

/** The products that were viewed last, without one that is shown already. */
export function RecentlySeen({ Action, without }: { Action: CardAction; without?: number }) {
  const seen = useSelector(selectRecentlyViewed);
  // The list is read when the page opens, so that it does not change while it is visible.
  const [ids] = useState(() => seen.filter((id) => id !== without).slice(0, shown));
  if (ids.length === 0) return null;
  return (
    <section className="more-pieces">
      <h2>Recently seen</h2>
      <div className="pgrid">
        {ids.map((id) => (
          <SeenProduct key={id} id={id} Action={Action} />
        ))}
      </div>
    </section>
  );
}

/** A product that was removed from the shop is left out. */
function SeenProduct({ id, Action }: { id: number; Action: CardAction }) {
  const { data: product } = useGetProductQuery(id);
  return product ? <ProductCard product={product} Action={Action} /> : null;
}

/** The suggestions on an empty cart, wishlist or checkout page. */
export const SuggestedPieces = ({ Action }: { Action: CardAction }) => (
  <>
    <RecentlySeen Action={Action} />
    <BestSellers Action={Action} />
  </>
);
