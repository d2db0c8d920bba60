import { startTransition, useOptimistic, useRef } from "react";
import { useLocation, useSearchParams } from "react-router";
import { useGetCategoriesQuery, useGetProductListInfiniteQuery } from "@/shared/api/catalogue";
import { counted } from "@/shared/format";
import { useHead } from "@/shared/head/useHead";
import { Crumbs } from "@/shared/ui/Crumbs";
import type { CardAction } from "@/shared/ui/ProductCard";
import { usePageTitle } from "@/shared/ui/usePageTitle";
import { Chips } from "./Chips";
import { FilterPanel } from "./FilterPanel";
import { type Collection, chipsOf, chosen, serverQuery, sortOf, withOnly, withoutFilters } from "./listing";
import { PhoneTools } from "./PhoneTools";
import { Results } from "./Results";
import { SortBox } from "./SortBox";

/** A list whose filters and order live in its address. */
export function ListPage({ collection, Action }: { collection: Collection; Action: CardAction }) {
  const { params, change } = useAddress();
  const list = useGetProductListInfiniteQuery(serverQuery(params, collection));
  const { data: categories = [], isLoading: isNaming } = useGetCategoriesQuery();
  const categoryName = (id: string) => categories.find((category) => String(category.id) === id)?.name;
  const isKnown = isNaming || list.isLoading || chosen(params, "categoryId").every((id) => categoryName(id));
  const { pathname } = useLocation();
  const { title, told } = nameOf(params, collection, isNaming ? () => "\u00a0" : categoryName, pathname);
  usePageTitle(title);
  useHead(isNaming ? undefined : told);

  const first = list.data?.pages[0];
  const chips = chipsOf(params, collection, (id) => categoryName(id) ?? `Category ${id}`);
  const sortBy = (sort: string) => change(withOnly(params, { sort: sort === "newest" ? "" : sort }));
  const page = useRef<HTMLDivElement>(null);
  const clear = () => {
    change(withoutFilters(params));
    // What was pressed goes with the last of them.
    const tools = page.current?.querySelectorAll<HTMLElement>(".phone-tools button, .filters input") ?? [];
    [...tools].find((tool) => tool.checkVisibility())?.focus();
  };
  // Where nothing could be loaded or found there is nothing to narrow.
  const canFilter = first ? first.total !== 0 || chips.length > 0 : !list.isError;
  const filters = <FilterPanel params={params} onChange={change} collection={collection} facets={first?.facets} />;

  return (
    <div className="wrap" ref={page}>
      <Crumbs here={title} />
      <div className="list-head">
        <div>
          <h1>{title}</h1>
          <span className="muted num" role="status">
            {first && !list.isError ? counted(first.total ?? 0, "piece") : "\u00a0"}
          </span>
        </div>
        {canFilter && <SortBox sort={sortOf(params)} onSort={sortBy} />}
      </div>
      {canFilter && (
        <PhoneTools sort={sortOf(params)} onSort={sortBy} chosen={chips.length} found={first?.total}>
          {filters}
        </PhoneTools>
      )}
      <div className={canFilter ? "list" : "list unfiltered"}>
        <aside className="filters" aria-label="Filters">
          {canFilter && filters}
        </aside>
        <div>
          <Chips chips={chips} onChange={change} onClear={clear} />
          <Results
            list={list}
            Action={Action}
            search={params.get("search")}
            hasUnknownCategory={!isKnown}
            onClear={chips.length ? clear : undefined}
          />
        </div>
      </div>
    </div>
  );
}

/** The router takes a new address in its own time; a choice shows at once. */
function useAddress() {
  const [address, setAddress] = useSearchParams();
  const [params, showAtOnce] = useOptimistic(address);
  const change = (next: URLSearchParams) =>
    startTransition(() => {
      showAtOnce(next);
      setAddress(next, { preventScrollReset: true });
    });
  return { params, change };
}

/** What the list is called, and what a search engine is told of it: a category's list is known by its own address. */
function nameOf(
  params: URLSearchParams,
  collection: Collection,
  categoryName: (id: string) => string | undefined,
  pathname: string,
) {
  const search = params.get("search")?.trim();
  if (search) return { title: `Results for “${search}”`, told: {} };
  const [only, another] = chosen(params, "categoryId");
  const name = only && !another && !collection.productType ? categoryName(only) : undefined;
  if (!name) return { title: collection.title, told: { description: collection.description, path: pathname } };
  const description = collection.ofCategory?.replace("{name}", name);
  return { title: name, told: { description, path: `${pathname}?categoryId=${only}` } };
}
