import type { ComponentType } from "react";
import { Navigate, useLocation } from "react-router";
import type { AuthUser } from "@/shared/api/types";
import { signInPath } from "@/shared/session/returnTo";
import { selectAuthUser, selectHasLeft, selectWish } from "@/shared/session/sessionSlice";
import { useAppSelector } from "./hooks";

/** A page that belongs to its shopper: a visitor goes to the sign-in and comes back, who signed out does not. */
export function ForShopper({ page: Page }: { page: ComponentType<{ user: AuthUser }> }) {
  const user = useAppSelector(selectAuthUser);
  const hasLeft = useAppSelector(selectHasLeft);
  const wish = useAppSelector(selectWish);
  const location = useLocation();
  return user ? (
    <Page key={user.id} user={user} />
  ) : (
    <Navigate to={hasLeft ? "/login" : signInPath("/login", location)} state={{ wish }} replace />
  );
}
