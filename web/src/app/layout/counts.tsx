import { useGetCartQuery } from "@/shared/api/cart";
import { useGetWishlistQuery } from "@/shared/api/wishlist";
import { selectAuthUser } from "@/shared/session/sessionSlice";
import { useAppSelector } from "../hooks";

// Another tab may have changed either list.
const following = {
  refetchOnFocus: true,
  selectFromResult: ({ data }: { data?: unknown[] }) => ({ count: data?.length ?? 0 }),
};

/** How many lines the cart has; none for a visitor. */
export function useCartCount(): number {
  const user = useAppSelector(selectAuthUser);
  const { count } = useGetCartQuery(user?.id ?? 0, { skip: !user, ...following });
  return user ? count : 0;
}

/** How many pieces the wishlist has; none for a visitor. */
export function useWishlistCount(): number {
  const user = useAppSelector(selectAuthUser);
  const { count } = useGetWishlistQuery(user?.id ?? 0, { skip: !user, ...following });
  return user ? count : 0;
}

export function Count({ of, silent = false }: { of: number; silent?: boolean }) {
  if (of === 0) return null;
  return (
    <span className="count" aria-hidden={silent || undefined}>
      {of}
    </span>
  );
}
