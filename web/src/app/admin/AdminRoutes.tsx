import { lazy, useEffect } from "react";
import { Navigate, Route, Routes, useLocation, useNavigate } from "react-router";
import { useAppDispatch, useAppSelector } from "@/app/hooks";
import { OrderBoardPage } from "@/features/admin/board/OrderBoardPage";
import { AdminLogin } from "@/features/admin/login/AdminLogin";
import { useAdminMeQuery } from "@/shared/admin/adminMeApi";
import { PermissionsProvider } from "@/shared/admin/permissions";
import { clearDraftOfOthers } from "@/shared/session/formDraft";
import { safeReturnPath } from "@/shared/session/safeReturnPath";
import { adminSignedIn, selectIsAdmin } from "@/shared/session/sessionSlice";
import { signInPath } from "@/shared/session/signInPath";
import { Link } from "@/shared/ui/Link";
import { AdminLayout } from "./AdminLayout";
import { homeOf } from "./navEntries";

// Each page is a chunk of its own.
const Dashboard = lazy(() =>
  import("@/features/admin/dashboard/DashboardPage").then((m) => ({ default: m.DashboardPage })),
);
const CategoryPage = lazy(() =>
  import("@/features/admin/categories/CategoriesPage").then((m) => ({ default: m.CategoriesPage })),
);
const CustomerPage = lazy(() =>
  import("@/features/admin/customers/CustomersPage").then((m) => ({ default: m.CustomersPage })),
);
const CustomerRecordPage = lazy(() =>
  import("@/features/admin/customers/CustomerRecordPage").then((m) => ({ default: m.CustomerRecordPage })),
);
const ProductImagePage = lazy(() =>
  import("@/features/admin/products/images/ProductImagesPage").then((m) => ({ default: m.ProductImagesPage })),
);
const ProductPage = lazy(() =>
  import("@/features/admin/products/ProductsPage").then((m) => ({ default: m.ProductsPage })),
);
const ImportPage = lazy(() =>
  import("@/features/admin/imports/ProductImportPage").then((m) => ({ default: m.ProductImportPage })),
);
const VendorPage = lazy(() => import("@/features/admin/vendors/VendorsPage").then((m) => ({ default: m.VendorsPage })));
const CartPage = lazy(() => import("@/features/admin/customers/CartsPage").then((m) => ({ default: m.CartsPage })));
const OrderPage = lazy(() => import("@/features/admin/orders/OrdersPage").then((m) => ({ default: m.OrdersPage })));
const OrderItemsPage = lazy(() =>
  import("@/features/admin/orders/OrderItemsPage").then((m) => ({ default: m.OrderItemsPage })),
);
const OneOrderPage = lazy(() =>
  import("@/features/admin/board/page/OrderPage").then((m) => ({ default: m.OrderPage })),
);
const GoldRatePage = lazy(() =>
  import("@/features/admin/goldRates/GoldRatesPage").then((m) => ({ default: m.GoldRatesPage })),
);
const AuditPage = lazy(() => import("@/features/admin/audit/AuditPage").then((m) => ({ default: m.AuditPage })));
const IntegrationsPage = lazy(() =>
  import("@/features/admin/integrations/IntegrationsPage").then((m) => ({ default: m.IntegrationsPage })),
);
const PoliciesPage = lazy(() =>
  import("@/features/admin/policies/PoliciesPage").then((m) => ({ default: m.PoliciesPage })),
);
const OperationsPage = lazy(() =>
  import("@/features/admin/operations/OperationsPage").then((m) => ({ default: m.OperationsPage })),
);

const ReturnsPage = lazy(() =>
  import("@/features/admin/returns/ReturnsPage").then((m) => ({ default: m.ReturnsPage })),
);
const ReviewsPage = lazy(() =>
  import("@/features/admin/reviews/ReviewsPage").then((m) => ({ default: m.ReviewsPage })),
);

const PackingPage = lazy(() =>
  import("@/features/admin/board/packing/PackingPage").then((m) => ({ default: m.PackingPage })),
);

const ReportsPage = lazy(() =>
  import("@/features/admin/reports/ReportsPage").then((m) => ({ default: m.ReportsPage })),
);

const StaffPage = lazy(() => import("@/features/admin/staff/StaffPage").then((m) => ({ default: m.StaffPage })));
const MyAccountPage = lazy(() =>
  import("@/features/admin/staff/MyAccountPage").then((m) => ({ default: m.MyAccountPage })),
);
const InvitationPage = lazy(() =>
  import("@/features/admin/staff/InvitationPage").then((m) => ({ default: m.InvitationPage })),
);

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
  useEffect(() => {
    document.title = "Page not found, Admin portal | Swarna";
  }, []);
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
