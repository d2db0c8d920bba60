import { type ComponentType, lazy } from "react";
import { Navigate, Route, Routes, useLocation, useNavigate } from "react-router";
import { useAppDispatch, useAppSelector } from "@/app/hooks";
import { OrderBoardPage } from "@/features/admin/board/OrderBoardPage";
import { AdminLogin } from "@/features/admin/login/AdminLogin";
import { useAdminMeQuery } from "@/shared/admin/adminMeApi";
import { PermissionsProvider } from "@/shared/admin/permissions";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { clearDraftOfOthers } from "@/shared/session/formDraft";
import { safeReturnPath } from "@/shared/session/safeReturnPath";
import { adminSignedIn, selectIsAdmin } from "@/shared/session/sessionSlice";
import { signInPath } from "@/shared/session/signInPath";
import { Link } from "@/shared/ui/Link";
import { AdminLayout } from "./AdminLayout";
import { homeOf } from "./navEntries";

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
const InvitationPage = page(() => import("@/features/admin/staff/InvitationPage").then((m) => m.InvitationPage));

const loginPath = "/admin/login";

export function AdminRoutes() {
  return (
    <Routes>
      <Route path={loginPath} element={<LoginRoute />} />
      <Route path="/admin/invitation" element={<InvitationPage />} />
      <Route path="/admin" element={<RequireAdmin />}>
        <Route index element={<HomeRoute />} />
        <Route path="dashboard" element={<Dashboard />} />
        <Route path="category" element={<CategoryPage />} />
        <Route path="vendor" element={<VendorPage />} />
        <Route path="customer" element={<CustomerPage />} />
        <Route path="customers/:id" element={<CustomerRecordPage />} />
        <Route path="cart" element={<CartPage />} />
        <Route path="order" element={<OrderPage />} />
        <Route path="orders/:orderId" element={<OneOrderPage />} />
        <Route path="order-items" element={<OrderItemsPage />} />
        <Route path="gold-rate" element={<GoldRatePage />} />
        <Route path="product" element={<ProductPage />} />
        <Route path="product/import" element={<ImportPage />} />
        <Route path="productImage" element={<ProductImagePage />} />
        <Route path="order-management" element={<OrderBoardPage />} />
        <Route path="packing" element={<PackingPage />} />
        <Route path="packing/:orderId" element={<PackingPage />} />
        <Route path="policies" element={<PoliciesPage />} />
        <Route path="returns" element={<ReturnsPage />} />
        <Route path="reviews" element={<ReviewsPage />} />
        <Route path="reports" element={<ReportsPage />} />
        <Route path="integrations" element={<IntegrationsPage />} />
        <Route path="webhooks" element={<Navigate to="/admin/integrations" replace />} />
        <Route path="keys" element={<Navigate to="/admin/integrations?part=keys" replace />} />
        <Route path="audit" element={<AuditPage />} />
        <Route path="operations" element={<OperationsPage />} />
        <Route path="staff" element={<StaffPage />} />
        <Route path="me" element={<MyAccountPage />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}

/**
 * Renders the admin pages for a signed-in admin. A 401 of the server clears the flag; after the sign-in the admin
 * returns to this address.
 */
function RequireAdmin() {
  const isAdmin = useAppSelector(selectIsAdmin);
  const location = useLocation();
  const { data } = useAdminMeQuery(undefined, { skip: !isAdmin });
  if (!isAdmin) return <Navigate to={signInPath(loginPath, location)} replace />;
  return (
    <PermissionsProvider admin={data}>
      <AdminLayout admin={data} />
    </PermissionsProvider>
  );
}

function LoginRoute() {
  const isAdmin = useAppSelector(selectIsAdmin);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { search } = useLocation();
  const back = safeReturnPath(search, "/admin");
  if (isAdmin) return <Navigate to={back} replace />;
  const onSignedIn = ({ id }: { id: number }) => {
    clearDraftOfOthers("admin", id);
    dispatch(adminSignedIn());
    void navigate(back, { replace: true });
  };
  return <AdminLogin onSignedIn={onSignedIn} />;
}

/** Redirects to the first page that the roles allow. */
function HomeRoute() {
  const { data } = useAdminMeQuery();
  if (!data) return <span className="sk page-sk" role="status" aria-label="Loading the page" />;
  return <Navigate to={homeOf(data)} replace />;
}

function NotFound() {
  usePageTitle("Page not found, Admin portal");
  return (
    <div className="panel nf">
      <div className="four">404</div>
      <h1>This page is not in the portal</h1>
      <p className="muted">The link may be old.</p>
      <Link className="btn btn-primary" to="/admin">
        First page
      </Link>
    </div>
  );
}
