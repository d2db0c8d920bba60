import { useGetCategoriesQuery, useGetTopProductsQuery } from "@/shared/api/catalogue";
import { pluralize } from "@/shared/format";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import sizes from "@/shared/product/sizes.json";
import { Breadcrumbs } from "@/shared/ui/Breadcrumbs";
import { LoadError } from "@/shared/ui/LoadError";
import { CategoryTile, CategoryTileSkeleton } from "./CategoryTiles";

export function CategoriesPage() {
  usePageTitle("All Categories");
  const { data: categories, error, refetch } = useGetCategoriesQuery();
  const { data: list } = useGetTopProductsQuery({ limit: 1, facets: true });
  const counts = list?.facets?.category;
  return (
    <div className="wrap">
      <Breadcrumbs here="All Categories" />
      <div className="page-title">
        <h1>All Categories</h1>
        <span className="muted num">{list?.total != null ? pluralize(list.total, "piece") : "\u00a0"}</span>
      </div>
      {error && !categories ? (
        <div className="pb-6">
          <LoadError title="Error in fetching categories" error={error} onRetry={refetch} />
        </div>
      ) : (
        <div className="categories" aria-busy={!categories}>
          {categories
            ? categories.map((category) => (
                <CategoryTile key={category.id} category={category} counts={counts} sizes={sizes.category} />
              ))
            : [1, 2, 3, 4, 5, 6, 7, 8].map((key) => <CategoryTileSkeleton key={key} />)}
        </div>
      )}
    </div>
  );
}
