import { useGetTopProductsQuery } from "@/shared/api/catalogue";
import type { Product } from "@/shared/api/types";
import { type CardAction, ProductCard } from "@/shared/product/ProductCard";

const shown = 4;

/** Products of the same category, filled up with products of the same type. */
export function RelatedProducts({ product, Action }: { product: Product; Action: CardAction }) {
  const { categoryId, productType } = product;
  const { currentData: category } = useGetTopProductsQuery({ categoryId, sort: "bestSelling", limit: shown + 1 });
  const isShort = category !== undefined && category.products.length <= shown;
  const { currentData: collection } = useGetTopProductsQuery(
    { productType, sort: "bestSelling", limit: 2 * shown + 1 },
    { skip: !isShort },
  );
  const others = [...(category?.products ?? []), ...(collection?.products ?? [])].filter(({ id }) => id !== product.id);
  const related = [...new Map(others.map((other) => [other.id, other])).values()].slice(0, shown);
  if (related.length === 0) return <div className="pb-5" />;
  return (
    <section className="more-pieces">
      <h2>More like this</h2>
      <div className="pgrid">
        {related.map((other) => (
          <ProductCard key={other.id} product={other} Action={Action} />
        ))}
      </div>
    </section>
  );
}
