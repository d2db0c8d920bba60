import { createApi } from "@reduxjs/toolkit/query/react";
import { baseQuery } from "./baseQuery";

/** The only API slice: tags do not work across slices. Features inject their endpoints. */
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
    "Return",
    "Invoice",
    "Review",
    "Me",
    "Vendor",
    "Customer",
    "CustomerRecord",
    "Operations",
    "Audit",
    "ProductImport",
    "StockRequest",
    "StockMovement",
    "Policy",
    "ApiKey",
    "Staff",
    "Webhook",
    "SignIn",
    "PersonalData",
    "Desk",
    "OrderNote",
  ],
  keepUnusedDataFor: 300,
  endpoints: () => ({}),
});
