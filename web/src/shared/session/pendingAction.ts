/** An action that needs a sign-in: of a visitor, or of a shopper whose session ended. It runs after the sign-in. */
export interface PendingAction {
  kind: "cart" | "wishlist" | "notify";
  productId: number;
  size?: string;
  /** The shopper whose session ended; undefined for a visitor. */
  customerId?: number;
  /** When it was requested, in milliseconds. */
  at: number;
}

export const pendingActionOf = (
  kind: PendingAction["kind"],
  productId: number,
  customerId?: number,
  size?: string | null,
): PendingAction => ({
  kind,
  productId,
  ...(size && { size }),
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
  const { productId, customerId, size } = (args ?? {}) as Partial<PendingAction>;
  return kind && productId !== undefined ? pendingActionOf(kind, productId, customerId, size) : undefined;
}

/** An older action is ignored. */
const maxAge = 30 * 60_000;

/** The action that the sign-in page was opened for. It is stored in that entry of the browser history only. */
export function readPendingAction(state: unknown): PendingAction | undefined {
  const pendingAction = (state as { pendingAction?: Partial<PendingAction> } | null)?.pendingAction;
  if (
    !pendingAction ||
    !["cart", "wishlist", "notify"].includes(pendingAction.kind ?? "") ||
    !Number.isInteger(pendingAction.productId)
  )
    return undefined;
  const age = Date.now() - Number(pendingAction.at);
  return age >= 0 && age < maxAge ? (pendingAction as PendingAction) : undefined;
}
