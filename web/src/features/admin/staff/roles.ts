import type { Role } from "./staffApi";

/** The roles in their fixed order, each with its permissions. */
export const roles: [Role, string][] = [
  ["owner", "everything, also staff and keys"],
  ["orders", "orders, returns, customers, claims"],
  ["catalogue", "products, pictures, rates"],
  ["finance", "payments, refunds, reports"],
  ["operator", "operations, webhooks"],
  ["viewer", "reads, changes nothing"],
];
