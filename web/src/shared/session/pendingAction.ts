/** An action of a visitor that needs a sign-in. It is performed after the sign-in. */
export interface PendingAction {
  kind: "cart" | "wishlist" | "notify";
  productId: number;
  /** The user whose session ended; undefined for a visitor. */
  customerId?: number;
  /** When it was requested, in milliseconds. */
  at: number;
}

export const pendingActionOf = (
  kind: PendingAction["kind"],
  productId: number,
  customerId?: number,
): PendingAction => ({
  kind,
  productId,
  ...(customerId !== undefined && { customerId }),
  at: Date.now(),
});

const kinds: Record<string, PendingAction["kind"]> = {
  addToCart: "cart",
  addToWishlist: "wishlist",
  addStockRequest: "notify",
};

/** The pending action of a request that was refused because the session had ended. */
export function pendingActionOfCall(endpoint: string | undefined, args: unknown): PendingAction | undefined {
  const kind = endpoint === undefined ? undefined : kinds[endpoint];
  const { productId, customerId } = (args ?? {}) as { productId?: number; customerId?: number };
  return kind && productId !== undefined ? pendingActionOf(kind, productId, customerId) : undefined;
}
