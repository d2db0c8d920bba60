import { statuses } from "@/shared/api/types";
import type { Scope } from "./keysApi";

/** What each scope of an API key allows. */
export const scopes: [Scope, string][] = [
  ["events:read", "the feed of all events"],
  ["orders:read", "orders with name and address"],
  ["orders:status", statuses.join(", ")],
  ["products:write", "make and change products"],
  ["stock:write", "count pieces"],
  ["payments:read", "payments and refunds"],
];
