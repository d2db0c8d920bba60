import { useEffect, useState } from "react";
import { useGetProductQuery } from "@/shared/api/catalogue";
import { type CardAction, ProductCard } from "@/shared/ui/ProductCard";
import { noteSeen, seenIds } from "./seen";

/** What was looked at before this piece, which is noted for the next. */
export function RecentlySeen({ productId, Action }: { productId: number; Action: CardAction }) {
  const [ids] = useState(() =>
    seenIds()
      .filter((id) => id !== productId)
      .slice(0, 4),
  );
  useEffect(() => noteSeen(productId), [productId]);
  if (ids.length === 0) return null;
  return (
    <section className="more-pieces">
      <h2>Recently seen</h2>
      <div className="pgrid">
        {ids.map((id) => (
          <Seen key={id} id={id} Action={Action} />
        ))}
      </div>
    </section>
  );
}

/** A piece that the shop no longer has leaves no trace. */
function Seen({ id, Action }: { id: number; Action: CardAction }) {
  const { data: product } = useGetProductQuery(id);
  return product ? <ProductCard product={product} Action={Action} /> : null;
}
