import { Search } from "lucide-react";
import type { ProductList } from "@/shared/api/types";
import { type CardAction, CardSkeletons, ProductCard } from "@/shared/product/ProductCard";
import { BestSellers, shortList } from "@/shared/product/SuggestedPieces";
import { EmptyState } from "@/shared/ui/EmptyState";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { MoreButton } from "@/shared/ui/MoreButton";

interface Pages {
  pages: ProductList[];
}

interface ListState {
  /** The list of the previous filters, while the new one is loading. */
  data?: Pages;
  currentData?: Pages;
  error?: unknown;
  refetch: () => unknown;
  hasNextPage: boolean;
  fetchNextPage: () => unknown;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
}

interface ProductResultsProps {
  list: ListState;
  Action: CardAction;
  search: string | null;
  /** Whether a category in the URL does not exist. */
  hasUnknownCategory: boolean;
  /** Set if filters are active. */
  onClear?: () => void;
}

/**
 * The products of the list. While another filter is loading, the previous ones stay, so that the layout does not jump.
 */
export function ProductResults({ list, Action, search, hasUnknownCategory, onClear }: ProductResultsProps) {
  const { data, currentData, error, refetch } = list;
  if (error && !currentData) {
    return <LoadError title="Failed to fetch products or images" error={error} onRetry={refetch} />;
  }
  const isEmpty = currentData?.pages[0]?.products.length === 0;
  if (isEmpty) {
    return (
      <>
        {hasUnknownCategory ? <UnknownCategory /> : <NothingFound search={search} onClear={onClear} />}
        <div className="pt-6">
          <BestSellers Action={Action} title="What others chose" />
        </div>
      </>
    );
  }
  const products = data?.pages.flatMap((page) => page.products);
  return (
    <>
      <div className={`pgrid${currentData ? "" : " waiting"}`} aria-busy={!currentData}>
        {products?.map((product, index) => (
          <ProductCard key={product.id} product={product} Action={Action} load={loadingOf(index)} heading="h2" />
        )) ?? <CardSkeletons count={6} />}
      </div>
      {currentData && products && products.length < shortList && (
        <div className="pt-6">
          <BestSellers Action={Action} title="You may also like" without={products} />
        </div>
      )}
      {products && data?.pages[0] && <More list={list} shown={products.length} total={data.pages[0].total ?? 0} />}
    </>
  );
}

const loadingOf = (index: number) => (index === 0 ? "first" : index < 3 ? "early" : "late");

function More({ list, shown, total }: { list: ListState; shown: number; total: number }) {
  if (!list.hasNextPage && shown <= 12) return null;
  return (
    <div className="more num">
      <span role="status">
        {shown} of {total} shown
      </span>
      <progress className="bar" max={total} value={shown} aria-hidden="true" />
      <MoreButton list={list} label="Show more pieces" failure="The next pieces could not be loaded." />
    </div>
  );
}

function UnknownCategory() {
  return (
    <EmptyState
      icon={Search}
      title="This category does not exist"
      text="It may have been removed, or its address is not written right."
    >
      <Link className="btn btn-primary" to="/categories">
        See all categories
      </Link>
    </EmptyState>
  );
}

function NothingFound({ search, onClear }: { search: string | null; onClear?: () => void }) {
  const text = search
    ? `No piece, category or code has the words “${search}”${onClear ? " and fits these filters" : ""}.`
    : "No piece fits this choice. See what else the shop has.";
  return (
    <EmptyState icon={Search} title={search || onClear ? "Nothing found" : "Nothing here yet"} text={text}>
      {onClear ? (
        <button type="button" className="btn btn-primary" onClick={onClear}>
          Clear all filters
        </button>
      ) : (
        <Link className="btn btn-primary" to="/products">
          See all jewellery
        </Link>
      )}
    </EmptyState>
  );
}
