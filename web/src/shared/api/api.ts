import { createApi } from "@reduxjs/toolkit/query/react";
import { baseQuery } from "./baseQuery";

/** The only API slice: tags do not cross slices. Features inject their endpoints. */
export const api = createApi({
  baseQuery,
  tagTypes: [
    "Product",
    "Category",
    "GoldRate",
    "Cart",
    "Wishlist",
    "Address",
    "Order",
    "OrderItem",
    "Review",
    "Me",
    "Vendor",
    "Customer",
    "Operations",
    "Audit",
    "ProductImport",
  ],
  keepUnusedDataFor: 300,
  endpoints: () => ({}),
});
