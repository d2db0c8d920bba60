import { useGetProductsQuery } from "@/shared/api/catalogue";
import type { Product } from "@/shared/api/types";
import { type CardAction, ProductCard } from "@/shared/ui/ProductCard";

const shown = 4;

/** Others of its kind: the same category first, then the same collection. */
export function MorePieces({ product, Action }: { product: Product; Action: CardAction }) {
  const { data: products = [] } = useGetProductsQuery({});
  const others = products.filter(({ id }) => id !== product.id);
  const kin = [
    ...others.filter(({ categoryId }) => categoryId === product.categoryId),
    ...others.filter(
      ({ categoryId, productType }) => categoryId !== product.categoryId && productType === product.productType,
    ),
  ].slice(0, shown);
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
