import { useEffect, useState } from "react";
import { useAppDispatch, useAppSelector } from "@/app/hooks";
import { useGetProductQuery } from "@/shared/api/catalogue";
import { pieceSeen, selectRecentlySeen } from "@/shared/session/memorySlice";
import { type CardAction, ProductCard } from "@/shared/ui/ProductCard";

const shown = 4;

/** What was looked at before this piece, which is noted for the next. */
export function RecentlySeen({ productId, Action }: { productId: number; Action: CardAction }) {
  const seen = useAppSelector(selectRecentlySeen);
  // As it was when the page was opened: it does not change under the eyes.
  const [ids] = useState(() => seen.filter((id) => id !== productId).slice(0, shown));
  const dispatch = useAppDispatch();
  useEffect(() => void dispatch(pieceSeen(productId)), [productId, dispatch]);
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
