import type { Order } from "@/shared/api/types";

/** The lines of an order's address, with town, state, postal code and country in the last one. */
export const addressLines = ({ name, address, city, state, zip_code, country }: NonNullable<Order["address"]>) => [
  name,
  address,
  [city, state, zip_code, country].filter(Boolean).join(", "),
];
