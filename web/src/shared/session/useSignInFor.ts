import { useLocation, useNavigate } from "react-router";
import { type PendingAction, pendingActionOf } from "./pendingAction";
import { signInPath } from "./signInPath";

/** Returns a function that sends a visitor to the sign-in, which then performs the action on a product. */
export function useSignInFor(kind: PendingAction["kind"], productId: number, size?: string | null) {
  const navigate = useNavigate();
  const location = useLocation();
  return () =>
    navigate(signInPath("/login", location), {
      state: { pendingAction: pendingActionOf(kind, productId, undefined, size) },
    });
}
