interface Paged {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

interface MoreButtonProps {
  list: Paged;
  label: string;
  /** Shown if the next page could not be loaded, unless the list says so itself. */
  failure?: string;
  isSmall?: boolean;
  className?: string;
}

/** Fetches the next page of a list. It keeps the focus meanwhile, and says if that failed. */
export function MoreButton({ list, label, failure, isSmall, className = "" }: MoreButtonProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  if (!hasNextPage) return null;
  return (
    <>
      {failure && isFetchNextPageError && (
        <p className={`bad ${className}`} role="alert">
          {failure} Please try again.
        </p>
      )}
      <button
        type="button"
        className={`btn btn-line ${isSmall ? "btn-sm " : ""}${className}`}
        aria-disabled={isFetchingNextPage}
        onClick={() => void (isFetchingNextPage || fetchNextPage())}
      >
        {isFetchingNextPage && <span className="spin" aria-hidden="true" />}
        {label}
      </button>
    </>
  );
}
