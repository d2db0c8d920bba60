import type { ListQuery } from "./listQuery";

type Paged = Pick<ListQuery<unknown>, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;

/** Loads the next page of a list, if there is one. */
export function LoadMore({ query }: { query: Paged }) {
  if (!query.hasNextPage) return null;
  return (
    <button
      type="button"
      className="btn btn-line btn-sm"
      disabled={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {query.isFetchingNextPage && <span className="spin" />}
      {query.isFetchingNextPage ? "Loading" : "Load more"}
    </button>
  );
}
