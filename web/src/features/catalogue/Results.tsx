import { Search } from "lucide-react";
import { Link } from "react-router";
import type { ProductList } from "@/shared/api/types";
import { Empty, LoadError } from "@/shared/ui/Notice";
import { type CardAction, CardSkeletons, ProductCard } from "@/shared/ui/ProductCard";

interface Pages {
  pages: ProductList[];
}

interface ListState {
  /** Of the filters before, while those chosen now are answered. */
  data?: Pages;
  currentData?: Pages;
  error?: unknown;
  refetch: () => unknown;
  hasNextPage: boolean;
  fetchNextPage: () => unknown;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
}

interface ResultsProps {
  list: ListState;
  Action: CardAction;
  search: string | null;
  /** Whether a category is asked for that the shop does not have. */
  hasUnknownCategory: boolean;
  /** There where filters narrow the list. */
  onClear?: () => void;
}

/** The pieces found. While other filters are answered, those before them stay, so that nothing jumps. */
export function Results({ list, Action, search, hasUnknownCategory, onClear }: ResultsProps) {
  const { data, currentData, error, refetch } = list;
  if (error && !currentData) {
    return <LoadError title="Failed to fetch products or images" error={error} onRetry={() => void refetch()} />;
  }
  const isEmpty = currentData?.pages[0]?.products.length === 0;
  if (isEmpty && hasUnknownCategory) return <UnknownCategory />;
  if (isEmpty) return <NothingFound search={search} onClear={onClear} />;
  const products = data?.pages.flatMap((page) => page.products);
  return (
    <>
      <div className={`pgrid${currentData ? "" : " waiting"}`} aria-busy={!currentData}>
        {products?.map((product, index) => (
          <ProductCard key={product.id} product={product} Action={Action} load={loadingOf(index)} heading="h2" />
        )) ?? <CardSkeletons count={6} />}
      </div>
      {products && data?.pages[0] && <More list={list} shown={products.length} total={data.pages[0].total ?? 0} />}
    </>
  );
}

const loadingOf = (index: number) => (index === 0 ? "first" : index < 3 ? "early" : "late");

function More({ list, shown, total }: { list: ListState; shown: number; total: number }) {
  const { hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  if (!hasNextPage && shown <= 12) return null;
  return (
    <div className="more num">
      <span role="status">
        {shown} of {total} shown
      </span>
      <progress className="bar" max={total} value={shown} aria-hidden="true" />
      {isFetchNextPageError && <p className="bad">The next pieces could not be loaded. Please try again.</p>}
      {hasNextPage && (
        <button
          type="button"
          className="btn btn-line"
          aria-disabled={isFetchingNextPage}
          onClick={() => void (isFetchingNextPage || fetchNextPage())}
        >
          {isFetchingNextPage && <span className="spin" aria-hidden="true" />}
          Show more pieces
        </button>
      )}
    </div>
  );
}

function UnknownCategory() {
  return (
    <Empty
      icon={Search}
      title="This category does not exist"
      text="It may have been removed, or its address is not written right."
    >
      <Link className="btn btn-primary" to="/categories">
        See all categories
      </Link>
    </Empty>
  );
}

function NothingFound({ search, onClear }: { search: string | null; onClear?: () => void }) {
  const text = search
    ? `No piece or category begins with “${search}”${onClear ? " and fits these filters" : ""}.`
    : "No piece fits this choice. See what else the shop has.";
  return (
    <Empty icon={Search} title={search || onClear ? "Nothing found" : "Nothing here yet"} text={text}>
      {onClear ? (
        <button type="button" className="btn btn-primary" onClick={onClear}>
          Clear all filters
        </button>
      ) : (
        <Link className="btn btn-primary" to="/products">
          See all jewellery
        </Link>
      )}
    </Empty>
  );
}
