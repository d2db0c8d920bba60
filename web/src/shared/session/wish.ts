/** What a visitor wanted of a piece when they were asked to sign in. It is carried out once they have. */
export interface Wish {
  kind: "cart" | "wishlist";
  productId: number;
  /** Whose session ended amid it; none where nobody was signed in. */
  customerId?: number;
  /** When it was wished, in milliseconds. */
  at: number;
}

/** After that, whoever signs in means something else. */
const goodFor = 30 * 60_000;

export const wishOf = (kind: Wish["kind"], productId: number, customerId?: number): Wish => ({
  kind,
  productId,
  ...(customerId !== undefined && { customerId }),
  at: Date.now(),
});

/** The wish that the sign-in page was opened with: it lives in that entry of the browser's history, and nowhere else. */
export function readWish(state: unknown): Wish | undefined {
  const wish = (state as { wish?: Partial<Wish> } | null)?.wish;
  if (!wish || (wish.kind !== "cart" && wish.kind !== "wishlist") || !Number.isInteger(wish.productId))
    return undefined;
  const age = Date.now() - Number(wish.at);
  return age >= 0 && age < goodFor ? (wish as Wish) : undefined;
}

/** The wish of a call that was refused because its session had ended. */
export function refusedWish(endpoint: string | undefined, args: unknown): Wish | undefined {
  const kind = endpoint === "addToCart" ? "cart" : endpoint === "addToWishlist" ? "wishlist" : undefined;
  const { productId, customerId } = (args ?? {}) as { productId?: number; customerId?: number };
  return kind && productId !== undefined ? wishOf(kind, productId, customerId) : undefined;
}
