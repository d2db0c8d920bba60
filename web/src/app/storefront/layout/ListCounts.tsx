import { useEffect } from "react";
import { useAppDispatch, useAppSelector } from "@/app/hooks";
import { useGetCartQuery } from "@/shared/api/cart";
import { useGetWishlistQuery } from "@/shared/api/wishlist";
import { type Counts, countsReceived, selectCounts } from "@/shared/session/localHistorySlice";
import { selectAuthUser } from "@/shared/session/sessionSlice";

// Another tab may have changed either list.
const countQueryOptions = {
  refetchOnFocus: true,
  selectFromResult: ({ data }: { data?: unknown[] }) => ({ count: data?.length }),
};

/** The shopper is unknown while prerendering; `start.js` fills in the counts that the browser has stored. */
export const isPrerendering = typeof document === "undefined";

type List = keyof Counts;

/** The number of cart lines: 0 for a visitor, undefined while unknown. */
export function useCartCount(): number | undefined {
  const user = useAppSelector(selectAuthUser);
  const { count } = useGetCartQuery(user?.id ?? 0, { skip: !user, ...countQueryOptions });
  return useCachedCount("cart", user !== null, count);
}

/** The number of wishlist entries: 0 for a visitor, undefined while unknown. */
export function useWishlistCount(): number | undefined {
  const user = useAppSelector(selectAuthUser);
  const { count } = useGetWishlistQuery(user?.id ?? 0, { skip: !user, ...countQueryOptions });
  return useCachedCount("wishlist", user !== null, count);
}

/** Returns the stored count until the list is loaded. */
function useCachedCount(list: List, isSignedIn: boolean, count: number | undefined) {
  const known = useAppSelector(selectCounts)[list];
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (isSignedIn && count !== undefined && count !== known) dispatch(countsReceived({ [list]: count }));
  }, [isSignedIn, count, known, list, dispatch]);
  if (isPrerendering) return undefined;
  return isSignedIn ? (count ?? known) : 0;
}

interface CountBadgeProps {
  of: number | undefined;
  list: List;
  silent?: boolean;
}

/** Shows the count; a dot while it is unknown and nothing for an empty list. */
export function CountBadge({ of, list, silent = false }: CountBadgeProps) {
  if (of === 0) return null;
  return (
    <span className={of === undefined ? "count unknown" : "count"} data-count={list} aria-hidden={silent || undefined}>
      {of}
    </span>
  );
}
