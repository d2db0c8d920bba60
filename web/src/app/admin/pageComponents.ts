import { type ComponentType, lazy } from "react";
import { OrderBoardPage } from "@/features/admin/board/OrderBoardPage";

/** A page whose chunk is loaded when it is first shown. */
const page = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

const Dashboard = page(() => import("@/features/admin/dashboard/DashboardPage").then((m) => m.DashboardPage));
const CategoryPage = page(() => import("@/features/admin/categories/CategoriesPage").then((m) => m.CategoriesPage));
const CustomerPage = page(() => import("@/features/admin/customers/CustomersPage").then((m) => m.CustomersPage));
const CustomerRecordPage = page(() =>
  import("@/features/admin/customers/CustomerRecordPage").then((m) => m.CustomerRecordPage),
);
const ProductImagePage = page(() =>
  import("@/features/admin/products/images/ProductImagesPage").then((m) => m.ProductImagesPage),
);
const ProductPage = page(() => import("@/features/admin/products/ProductsPage").then((m) => m.ProductsPage));
const ImportPage = page(() => import("@/features/admin/imports/ProductImportPage").then((m) => m.ProductImportPage));
const VendorPage = page(() => import("@/features/admin/vendors/VendorsPage").then((m) => m.VendorsPage));
const CartPage = page(() => import("@/features/admin/customers/CartsPage").then((m) => m.CartsPage));
const OrderPage = page(() => import("@/features/admin/orders/OrdersPage").then((m) => m.OrdersPage));
const OrderItemsPage = page(() => import("@/features/admin/orders/OrderItemsPage").then((m) => m.OrderItemsPage));
const OneOrderPage = page(() => import("@/features/admin/board/page/OrderPage").then((m) => m.OrderPage));
const GoldRatePage = page(() => import("@/features/admin/goldRates/GoldRatesPage").then((m) => m.GoldRatesPage));
const AuditPage = page(() => import("@/features/admin/audit/AuditPage").then((m) => m.AuditPage));
const IntegrationsPage = page(() =>
  import("@/features/admin/integrations/IntegrationsPage").then((m) => m.IntegrationsPage),
);
const PoliciesPage = page(() => import("@/features/admin/policies/PoliciesPage").then((m) => m.PoliciesPage));
const OperationsPage = page(() => import("@/features/admin/operations/OperationsPage").then((m) => m.OperationsPage));
const ReturnsPage = page(() => import("@/features/admin/returns/ReturnsPage").then((m) => m.ReturnsPage));
const ReviewsPage = page(() => import("@/features/admin/reviews/ReviewsPage").then((m) => m.ReviewsPage));
const PackingPage = page(() => import("@/features/admin/board/packing/PackingPage").then((m) => m.PackingPage));
const ReportsPage = page(() => import("@/features/admin/reports/ReportsPage").then((m) => m.ReportsPage));
const StaffPage = page(() => import("@/features/admin/staff/StaffPage").then((m) => m.StaffPage));
const MyAccountPage = page(() => import("@/features/admin/staff/MyAccountPage").then((m) => m.MyAccountPage));
export const InvitationPage = page(() => import("@/features/admin/staff/InvitationPage").then((m) => m.InvitationPage));

/**
 * The pages of the portal by their routes. `navEntries` names each of them, and the API's `portal_pages` the roles that
 * see it.
 */
export const pageComponents: Record<string, ComponentType> = {
  "/admin/dashboard": Dashboard,
  "/admin/category": CategoryPage,
  "/admin/vendor": VendorPage,
  "/admin/customer": CustomerPage,
  "/admin/customers/:id": CustomerRecordPage,
  "/admin/cart": CartPage,
  "/admin/order": OrderPage,
  "/admin/orders/:orderId": OneOrderPage,
  "/admin/order-items": OrderItemsPage,
  "/admin/gold-rate": GoldRatePage,
  "/admin/product": ProductPage,
  "/admin/product/import": ImportPage,
  "/admin/productImage": ProductImagePage,
  "/admin/order-management": OrderBoardPage,
  "/admin/packing": PackingPage,
  "/admin/packing/:orderId": PackingPage,
  "/admin/policies": PoliciesPage,
  "/admin/returns": ReturnsPage,
  "/admin/reviews": ReviewsPage,
  "/admin/reports": ReportsPage,
  "/admin/integrations": IntegrationsPage,
  "/admin/audit": AuditPage,
  "/admin/operations": OperationsPage,
  "/admin/staff": StaffPage,
  "/admin/me": MyAccountPage,
};
