import { Search } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { useGetCategoriesQuery, useGetProductsQuery } from "@/shared/api/catalogue";
import { counted } from "@/shared/format";
import { Crumbs } from "@/shared/ui/Crumbs";
import { Empty, LoadError } from "@/shared/ui/Notice";
import { type CardAction, CardSkeletons, ProductCard } from "@/shared/ui/ProductCard";
import { usePageTitle } from "@/shared/ui/usePageTitle";
import { CategoryFilter } from "./CategoryFilter";
import { Chips } from "./Chips";
import { type Collection, categoryOptions, choiceOf, listed, withCategory } from "./listing";
import { PhoneTools } from "./PhoneTools";
import { SortBox } from "./SortBox";

export function ListPage({ collection, Action }: { collection: Collection; Action: CardAction }) {
  const [params, setParams] = useSearchParams();
  const search = params.get("search") ?? undefined;
  const choice = choiceOf(params);
  const {
    currentData: products,
    error,
    refetch,
  } = useGetProductsQuery({ productType: collection.productType, search });
  const { data: categories = [], isLoading: isNaming } = useGetCategoriesQuery();
  const shown = products && listed(products, choice);
  const options = categoryOptions(products ?? [], categories, choice.categoryIds);
  const named = categories.find(({ id }) => id === choice.categoryIds[0])?.name;
  const isOne = choice.categoryIds.length === 1 && !collection.productType;
  const title = search
    ? `Results for “${search}”`
    : isOne
      ? (named ?? (isNaming ? "\u00a0" : collection.title))
      : collection.title;
  usePageTitle(title);

  const choose = (id: number, chosen: boolean) =>
    setParams(withCategory(params, id, chosen), { preventScrollReset: true });
  const sortBy = (sort: string) => {
    const next = new URLSearchParams(params);
    next.set("sort", sort);
    setParams(next);
  };
  const clear = () => {
    const next = new URLSearchParams(params);
    next.delete("categoryId");
    setParams(next);
  };
  const filter = <CategoryFilter options={options} chosen={choice.categoryIds} onChoose={choose} />;

  return (
    <div className="wrap">
      <Crumbs here={title} />
      <div className="list-head">
        <div>
          <h1>{title}</h1>
          <span className="muted num" role="status">
            {shown ? howMany(shown.length, products.length) : "\u00a0"}
          </span>
        </div>
        <SortBox sort={choice.sort} onSort={sortBy} />
      </div>
      <PhoneTools sort={choice.sort} onSort={sortBy} chosen={choice.categoryIds.length}>
        {filter}
      </PhoneTools>
      <div className="list">
        <aside className="filters" aria-label="Filters">
          {filter}
        </aside>
        <div>
          <Chips options={options} chosen={choice.categoryIds} onRemove={(id) => choose(id, false)} onClear={clear} />
          {error && !products ? (
            <LoadError title="Failed to fetch products or images" error={error} onRetry={() => void refetch()} />
          ) : shown?.length === 0 ? (
            <Empty icon={Search} title="Nothing here yet" text="No piece fits this choice. See what else the shop has.">
              <Link className="btn btn-primary" to="/products">
                See all jewellery
              </Link>
            </Empty>
          ) : (
            <div className="pgrid" aria-busy={!shown}>
              {shown ? (
                shown.map((product, index) => (
                  <ProductCard key={product.id} product={product} Action={Action} eager={index < 3} heading="h2" />
                ))
              ) : (
                <CardSkeletons count={6} />
              )}
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

const howMany = (shown: number, all: number) =>
  shown === all ? counted(all, "piece") : `${shown} of ${counted(all, "piece")}`;
