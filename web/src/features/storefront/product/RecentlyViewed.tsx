import { useEffect, useState } from "react";
import { useAppDispatch, useAppSelector } from "@/app/hooks";
import { useGetProductQuery } from "@/shared/api/catalogue";
import { type CardAction, ProductCard } from "@/shared/product/ProductCard";
import { productViewed, selectRecentlyViewed } from "@/shared/session/localHistorySlice";

const shown = 4;

/** Products viewed before this one; this product is added to the history. */
export function RecentlyViewed({ productId, Action }: { productId: number; Action: CardAction }) {
  const seen = useAppSelector(selectRecentlyViewed);
  // Taken when the page opens, so that it does not change while it is visible.
  const [ids] = useState(() => seen.filter((id) => id !== productId).slice(0, shown));
  const dispatch = useAppDispatch();
  useEffect(() => void dispatch(productViewed(productId)), [productId, dispatch]);
  if (ids.length === 0) return null;
  return (
    <section className="more-pieces">
      <h2>Recently seen</h2>
      <div className="pgrid">
        {ids.map((id) => (
          <ViewedProduct key={id} id={id} Action={Action} />
        ))}
      </div>
    </section>
  );
}

/** A product that was removed from the shop is left out. */
function ViewedProduct({ id, Action }: { id: number; Action: CardAction }) {
  const { data: product } = useGetProductQuery(id);
  return product ? <ProductCard product={product} Action={Action} /> : null;
}
