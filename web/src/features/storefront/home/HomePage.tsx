import { useGetTopProductsQuery } from "@/shared/api/catalogue";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import type { CardAction } from "@/shared/product/ProductCard";
import { CategoryTiles } from "./CategoryTiles";
import { HeroCarousel } from "./HeroCarousel";
import { HomeRows } from "./HomeRows";
import { HomeServicePromises } from "./HomeServicePromises";
import { homeListQuery } from "./homeLists";
import { PriceExample } from "./PriceExample";
import { ProductGrid } from "./ProductGrid";
import { PromoBanners } from "./PromoBanners";

export function HomePage({ Action }: { Action: CardAction }) {
  usePageTitle("Fine gold jewellery");
  const { data: bestSellers } = useGetTopProductsQuery(homeListQuery("bestSelling"));
  return (
    <>
      <HeroCarousel />
      <CategoryTiles counts={bestSellers?.facets?.category} />
      <ProductGrid Action={Action} />
      <PromoBanners />
      <HomeRows Action={Action} />
      <PriceExample products={bestSellers?.products} />
      <HomeServicePromises />
    </>
  );
}
