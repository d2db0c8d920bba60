import type { Role } from "@/shared/api/types";
import type { Ending } from "./sessionSlice";

const reasons: Record<string, string | undefined> = {
  signed_out: "You signed out in another window.",
  ended_elsewhere: "This sign-in was ended from another of your devices.",
  password_changed: "Your password was changed.",
  by_shop: "The shop has signed you out.",
  account_deleted: "The account was deleted.",
  idle: "You had not done anything for a long time.",
  expired: "You had signed in a long time ago.",
};

/** The reason for the end of this role's session, for the sign-in page; undefined if the session has not ended. */
export function sessionEndText(ending: Ending | null, role: Role): string | undefined {
  if (ending?.role !== role) return undefined;
  const reason = reasons[ending.reason ?? ""];
  return `${reason ? `${reason} ` : ""}Your session has ended. Please sign in again.`;
}
