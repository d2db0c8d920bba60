import { useGetShelfQuery } from "@/shared/api/catalogue";
import type { CardAction } from "@/shared/ui/ProductCard";
import { usePageTitle } from "@/shared/ui/usePageTitle";
import { Arches } from "./Arches";
import { Hero } from "./Hero";
import { homeShelf } from "./homeLists";
import { Pieces } from "./Pieces";
import { PriceStory } from "./PriceStory";
import { Promos } from "./Promos";
import { Trust } from "./Trust";

export function HomePage({ Action }: { Action: CardAction }) {
  usePageTitle("Fine gold jewellery");
  const { data: bestSellers } = useGetShelfQuery(homeShelf("bestSelling"));
  return (
    <>
      <Hero />
      <Arches counts={bestSellers?.facets?.category} />
      <Pieces Action={Action} />
      <Promos />
      <PriceStory products={bestSellers?.products} />
      <Trust />
    </>
  );
}
