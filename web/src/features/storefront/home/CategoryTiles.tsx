import { useGetCategoriesQuery } from "@/shared/api/catalogue";
import type { Category, Facets } from "@/shared/api/types";
import { pluralize } from "@/shared/format";
import { NoImage } from "@/shared/product/NoImage";
import { Picture } from "@/shared/product/Picture";
import sizes from "@/shared/product/sizes.json";
import { Link } from "@/shared/ui/Link";

type Counts = Facets["category"] | undefined;

const skeletons = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** The tiles of all categories. Placeholders keep their space while loading. */
export function CategoryTiles({ counts }: { counts: Counts }) {
  const { data: categories } = useGetCategoriesQuery();
  if (categories?.length === 0) return null;
  return (
    <section className="section pb-0">
      <div className="wrap">
        <div className="section-head">
          <h2>Find your piece</h2>
        </div>
        <div className="arches">
          {categories
            ? categories.map((category) => (
                <CategoryTile key={category.id} category={category} counts={counts} sizes={sizes.arch} />
              ))
            : skeletons.map((key) => <CategoryTileSkeleton key={key} />)}
        </div>
      </div>
    </section>
  );
}

interface CategoryTileProps {
  category: Category;
  counts: Counts;
  /** The image width, as in the `sizes` attribute. */
  sizes: string;
}

export function CategoryTile({ category, counts, sizes }: CategoryTileProps) {
  const { id, name, imageUrl, renditions } = category;
  const pieces = counts?.find((row) => row.id === id)?.count ?? 0;
  return (
    <Link className="arch" to={`/products?categoryId=${id}`}>
      <span className="frame">
        {imageUrl ? <Picture image={{ imageUrl, renditions }} alt="" sizes={sizes} /> : <NoImage />}
      </span>
      <span className="t">{name}</span>
      <span className="n">{counts ? pluralize(pieces, "piece") : "\u00a0"}</span>
    </Link>
  );
}

export function CategoryTileSkeleton() {
  return (
    <div className="arch" aria-hidden="true">
      <span className="frame" />
      <span className="t">&nbsp;</span>
      <span className="n">&nbsp;</span>
    </div>
  );
}
