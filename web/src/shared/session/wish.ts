/** What a visitor wanted of a piece when they were asked to sign in. It is carried out once they have. */
export interface Wish {
  kind: "cart" | "wishlist";
  productId: number;
  /** Whose session ended amid it; none where nobody was signed in. */
  customerId?: number;
  /** When it was wished, in milliseconds. */
  at: number;
}

export const wishOf = (kind: Wish["kind"], productId: number, customerId?: number): Wish => ({
  kind,
  productId,
  ...(customerId !== undefined && { customerId }),
  at: Date.now(),
});

/** The wish of a call that was refused because its session had ended. */
export function refusedWish(endpoint: string | undefined, args: unknown): Wish | undefined {
  const kind = endpoint === "addToCart" ? "cart" : endpoint === "addToWishlist" ? "wishlist" : undefined;
  const { productId, customerId } = (args ?? {}) as { productId?: number; customerId?: number };
  return kind && productId !== undefined ? wishOf(kind, productId, customerId) : undefined;
}
