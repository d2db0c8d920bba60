import type { ComponentType } from "react";
import { Navigate, useLocation } from "react-router";
import { useAppSelector } from "@/app/hooks";
import type { AuthUser } from "@/shared/api/types";
import { selectAuthUser, selectHasLeft, selectPendingAction } from "@/shared/session/sessionSlice";
import { signInPath } from "@/shared/session/signInPath";

/**
 * Renders a page for signed-in shoppers only. Visitors are redirected to the sign-in and return afterwards; after a
 * sign-out they do not return.
 */
export function RequireShopper({ page: Page }: { page: ComponentType<{ user: AuthUser }> }) {
  const user = useAppSelector(selectAuthUser);
  const hasLeft = useAppSelector(selectHasLeft);
  const pendingAction = useAppSelector(selectPendingAction);
  const { pathname, search, hash } = useLocation();
  const signIn = signInPath("/login", { pathname, search: search + hash });
  return user ? (
    <Page key={user.id} user={user} />
  ) : (
    <Navigate to={hasLeft ? "/login" : signIn} state={{ pendingAction }} replace />
  );
}
