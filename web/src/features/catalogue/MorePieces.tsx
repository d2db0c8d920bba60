import { useGetShelfQuery } from "@/shared/api/catalogue";
import type { Product } from "@/shared/api/types";
import { type CardAction, ProductCard } from "@/shared/ui/ProductCard";

const shown = 4;

/** Others of its category; where that has too few, others of its collection. */
export function MorePieces({ product, Action }: { product: Product; Action: CardAction }) {
  const { categoryId, productType } = product;
  const { currentData: shelf } = useGetShelfQuery({ categoryId, sort: "bestSelling", limit: shown + 1 });
  const isShort = shelf !== undefined && shelf.products.length <= shown;
  const { currentData: collection } = useGetShelfQuery(
    { productType, sort: "bestSelling", limit: 2 * shown + 1 },
    { skip: !isShort },
  );
  const others = [...(shelf?.products ?? []), ...(collection?.products ?? [])].filter(({ id }) => id !== product.id);
  const kin = [...new Map(others.map((other) => [other.id, other])).values()].slice(0, shown);
  if (kin.length === 0) return <div className="pb-5" />;
  return (
    <section className="more-pieces">
      <h2>More like this</h2>
      <div className="pgrid">
        {kin.map((other) => (
          <ProductCard key={other.id} product={other} Action={Action} />
        ))}
      </div>
    </section>
  );
}
