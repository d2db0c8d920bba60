import { useGetCartQuery } from "@/shared/api/cart";
import { selectAuthUser } from "@/shared/session/sessionSlice";
import { useAppSelector } from "../hooks";

/** How many lines the cart has; none for a visitor. */
export function useCartCount(): number {
  const user = useAppSelector(selectAuthUser);
  const { count } = useGetCartQuery(user?.id ?? 0, {
    skip: !user,
    // Another tab may have filled it.
    refetchOnFocus: true,
    selectFromResult: ({ data }) => ({ count: data?.length ?? 0 }),
  });
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
