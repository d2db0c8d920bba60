import { Link } from "react-router";
import { useGetCategoriesQuery } from "@/shared/api/catalogue";
import type { Category, Facets } from "@/shared/api/types";
import { counted } from "@/shared/format";
import { NoImage } from "@/shared/ui/NoImage";
import { Picture } from "@/shared/ui/Picture";
import sizes from "@/shared/ui/sizes.json";

type Counts = Facets["category"] | undefined;

const skeletons = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** The categories, each under its arch. Its room is kept while they load. */
export function Arches({ counts }: { counts: Counts }) {
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
                <CategoryArch key={category.id} category={category} counts={counts} sizes={sizes.arch} />
              ))
            : skeletons.map((key) => <ArchSkeleton key={key} />)}
        </div>
      </div>
    </section>
  );
}

interface CategoryArchProps {
  category: Category;
  counts: Counts;
  /** How wide its picture is, as in the `sizes` attribute. */
  sizes: string;
}

export function CategoryArch({ category, counts, sizes }: CategoryArchProps) {
  const { id, name, imageUrl, renditions } = category;
  const pieces = counts?.find((row) => row.id === id)?.count ?? 0;
  return (
    <Link className="arch" to={`/products?categoryId=${id}`}>
      <span className="frame">
        {imageUrl ? <Picture image={{ imageUrl, renditions }} alt="" sizes={sizes} /> : <NoImage />}
      </span>
      <span className="t">{name}</span>
      <span className="n">{counts ? counted(pieces, "piece") : "\u00a0"}</span>
    </Link>
  );
}

export function ArchSkeleton() {
  return (
    <div className="arch" aria-hidden="true">
      <span className="frame" />
      <span className="t">&nbsp;</span>
      <span className="n">&nbsp;</span>
    </div>
  );
}
