import { startTransition, useOptimistic, useRef } from "react";
import { useLocation, useSearchParams } from "react-router";
import { useGetCategoriesQuery, useGetProductListInfiniteQuery } from "@/shared/api/catalogue";
import { isFirstLoad } from "@/shared/api/queryState";
import type { ProductList } from "@/shared/api/types";
import { pluralize } from "@/shared/format";
import { useHead } from "@/shared/head/useHead";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { staysInPlace } from "@/shared/hooks/useScrollReset";
import type { CardAction } from "@/shared/product/ProductCard";
import { Breadcrumbs } from "@/shared/ui/Breadcrumbs";
import { FilterChips } from "./FilterChips";
import { FilterPanel } from "./FilterPanel";
import {
  type Collection,
  defaultSort,
  filterChips,
  filterValues,
  serverQuery,
  sortOf,
  sortsOf,
  withoutFilters,
  withValues,
} from "./listFilters";
import { MobileListTools } from "./MobileListTools";
import { ProductResults } from "./ProductResults";
import { SortSelect } from "./SortSelect";

/** A product list whose filters and sort order are in the URL. */
export function ProductListPage({ collection, Action }: { collection: Collection; Action: CardAction }) {
  const { params, change } = useListParams();
  const list = useGetProductListInfiniteQuery(serverQuery(params, collection));
  const categories = useGetCategoriesQuery();
  const isNaming = isFirstLoad(categories);
  const categoryName = (id: string) => categories.data?.find((category) => String(category.id) === id)?.name;
  const isKnown =
    !categories.data || isFirstLoad(list) || filterValues(params, "categoryId").every((id) => categoryName(id));
  const { pathname } = useLocation();
  const { title, told } = nameOf(params, collection, isNaming ? () => "\u00a0" : categoryName, pathname);
  usePageTitle(title);
  useHead(isNaming ? undefined : told);

  const first = list.data?.pages[0];
  const chips = filterChips(params, collection, (id) => categoryName(id) ?? `Category ${id}`);
  const sorting = {
    sort: sortOf(params),
    choices: sortsOf(params),
    onSort: (sort: string) => change(withValues(params, { sort: sort === defaultSort(params) ? "" : sort })),
  };
  const page = useRef<HTMLDivElement>(null);
  const clear = () => {
    change(withoutFilters(params));
    // The pressed button is removed with the last filter.
    const tools = page.current?.querySelectorAll<HTMLElement>(".phone-tools button, .filters input") ?? [];
    [...tools].find((tool) => tool.getClientRects().length > 0)?.focus();
  };
  // No filters for an empty or failed list.
  const canFilter = first ? first.total !== 0 || chips.length > 0 : !list.error;
  const filters = <FilterPanel params={params} onChange={change} collection={collection} facets={first?.facets} />;

  return (
    <div className="wrap" ref={page}>
      <Breadcrumbs here={title} />
      <div className="list-head">
        <div>
          <h1>{title}</h1>
          <span className="muted num" role="status">
            {first && !list.error ? foundText(first) : "\u00a0"}
          </span>
        </div>
        {canFilter && <SortSelect {...sorting} />}
      </div>
      {canFilter && (
        <MobileListTools {...sorting} chosen={chips.length} found={first?.total}>
          {filters}
        </MobileListTools>
      )}
      <div className={canFilter ? "list" : "list unfiltered"}>
        <aside className="filters" aria-label="Filters">
          {canFilter && filters}
        </aside>
        <div>
          <FilterChips chips={chips} onChange={change} onClear={clear} />
          <ProductResults
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

/** `12 pieces`, and the corrected search text if the search was misspelt. */
const foundText = ({ total, searchedFor }: ProductList) =>
  `${pluralize(total ?? 0, "piece")}${searchedFor ? ` for “${searchedFor}”, which is the nearest that we have` : ""}`;

/** The router applies a new URL later; the optimistic state shows the choice at once. */
function useListParams() {
  const [address, setAddress] = useSearchParams();
  const [params, setOptimistic] = useOptimistic(address);
  const change = (next: URLSearchParams) =>
    startTransition(() => {
      setOptimistic(next);
      setAddress(next, { preventScrollReset: true, state: staysInPlace });
    });
  return { params, change };
}

/** The title of the list and its metadata. The list of one category has a canonical URL of its own. */
function nameOf(
  params: URLSearchParams,
  collection: Collection,
  categoryName: (id: string) => string | undefined,
  pathname: string,
) {
  const search = params.get("search")?.trim();
  if (search) return { title: `Results for “${search}”`, told: {} };
  const [only, another] = filterValues(params, "categoryId");
  const name = only && !another && !collection.productType ? categoryName(only) : undefined;
  if (!name) return { title: collection.title, told: { description: collection.description, path: pathname } };
  const description = collection.ofCategory?.replace("{name}", name);
  return { title: name, told: { description, path: `${pathname}?categoryId=${only}` } };
}
