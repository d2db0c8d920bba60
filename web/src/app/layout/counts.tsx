import { useEffect } from "react";
import { useGetCartQuery } from "@/shared/api/cart";
import { useGetWishlistQuery } from "@/shared/api/wishlist";
import { type Counts, countsHeard, selectCounts } from "@/shared/session/memorySlice";
import { selectAuthUser } from "@/shared/session/sessionSlice";
import { useAppDispatch, useAppSelector } from "../hooks";

// Another tab may have changed either list.
const following = {
  refetchOnFocus: true,
  selectFromResult: ({ data }: { data?: unknown[] }) => ({ count: data?.length }),
};

/** As the server draws the page it is not known whose it is; `start.js` fills in what the browser knows. */
export const isServed = typeof document === "undefined";

type List = keyof Counts;

/** How many lines the cart has; none for a visitor, undefined while it is not known. */
export function useCartCount(): number | undefined {
  const user = useAppSelector(selectAuthUser);
  const { count } = useGetCartQuery(user?.id ?? 0, { skip: !user, ...following });
  return useKnownCount("cart", user !== null, count);
}

/** How many pieces the wishlist has; none for a visitor, undefined while it is not known. */
export function useWishlistCount(): number | undefined {
  const user = useAppSelector(selectAuthUser);
  const { count } = useGetWishlistQuery(user?.id ?? 0, { skip: !user, ...following });
  return useKnownCount("wishlist", user !== null, count);
}

/** Until the list has come, what was last heard of it. */
function useKnownCount(list: List, isSignedIn: boolean, count: number | undefined) {
  const known = useAppSelector(selectCounts)[list];
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (isSignedIn && count !== undefined && count !== known) dispatch(countsHeard({ [list]: count }));
  }, [isSignedIn, count, known, list, dispatch]);
  if (isServed) return undefined;
  return isSignedIn ? (count ?? known) : 0;
}

interface CountProps {
  of: number | undefined;
  list: List;
  silent?: boolean;
}

/** A mark with the count; a dot while it is not known, and nothing for an empty list. */
export function Count({ of, list, silent = false }: CountProps) {
  if (of === 0) return null;
  return (
    <span className={of === undefined ? "count unknown" : "count"} data-count={list} aria-hidden={silent || undefined}>
      {of}
    </span>
  );
}
