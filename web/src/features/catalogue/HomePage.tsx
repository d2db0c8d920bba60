import { useGetProductsQuery } from "@/shared/api/catalogue";
import { LoadError } from "@/shared/ui/Notice";
import type { CardAction } from "@/shared/ui/ProductCard";
import { usePageTitle } from "@/shared/ui/usePageTitle";
import { Arches } from "./Arches";
import { Hero } from "./Hero";
import { Pieces } from "./Pieces";
import { PriceStory } from "./PriceStory";
import { Promos } from "./Promos";
import { Trust } from "./Trust";

export function HomePage({ Action }: { Action: CardAction }) {
  usePageTitle("Fine gold jewellery");
  const { data: products, error, refetch } = useGetProductsQuery({});
  return (
    <>
      <Hero />
      <Arches products={products} />
      {error && !products ? (
        <section className="section wrap">
          <LoadError title="Failed to fetch products or images" error={error} onRetry={() => void refetch()} />
        </section>
      ) : (
        <Pieces products={products} Action={Action} />
      )}
      <Promos products={products} />
      <PriceStory products={products} />
      <Trust />
    </>
  );
}
