import { useGetCategoriesQuery, useGetShelfQuery } from "@/shared/api/catalogue";
import { counted } from "@/shared/format";
import { Crumbs } from "@/shared/ui/Crumbs";
import { LoadError } from "@/shared/ui/Notice";
import sizes from "@/shared/ui/sizes.json";
import { usePageTitle } from "@/shared/ui/usePageTitle";
import { ArchSkeleton, CategoryArch } from "./Arches";

export function CategoriesPage() {
  usePageTitle("All Categories");
  const { data: categories, error, refetch } = useGetCategoriesQuery();
  const { data: shelf } = useGetShelfQuery({ limit: 1, facets: true });
  const counts = shelf?.facets?.category;
  return (
    <div className="wrap">
      <Crumbs here="All Categories" />
      <div className="page-title">
        <h1>All Categories</h1>
        <span className="muted num">{shelf?.total != null ? counted(shelf.total, "piece") : "\u00a0"}</span>
      </div>
      {error && !categories ? (
        <div className="pb-6">
          <LoadError title="Error in fetching categories" error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <div className="categories" aria-busy={!categories}>
          {categories
            ? categories.map((category) => (
                <CategoryArch key={category.id} category={category} counts={counts} sizes={sizes.category} />
              ))
            : [1, 2, 3, 4, 5, 6, 7, 8].map((key) => <ArchSkeleton key={key} />)}
        </div>
      )}
    </div>
  );
}
