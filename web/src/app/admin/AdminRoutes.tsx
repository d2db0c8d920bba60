import { lazy, useEffect } from "react";
import { Link, Navigate, Route, Routes, useLocation, useNavigate } from "react-router";
import { AdminLogin } from "@/features/admin/AdminLogin";
import { OrderBoard } from "@/features/admin/OrderBoard";
import { api } from "@/shared/api/api";
import type { AdminUser } from "@/shared/api/types";
import { useAdminMeQuery } from "@/shared/portal/me";
import { signInPath } from "@/shared/session/returnTo";
import { adminSignedIn, selectIsAdmin } from "@/shared/session/sessionSlice";
import { forgetOthers } from "@/shared/session/typed";
import { wayBack } from "@/shared/session/wayBack";
import { useAppDispatch, useAppSelector } from "../hooks";
import { AdminLayout } from "./AdminLayout";
import { home } from "./navEntries";

// Each page comes when it is opened.
const Dashboard = lazy(() => import("@/features/admin/Dashboard").then((m) => ({ default: m.Dashboard })));
const CategoryPage = lazy(() =>
  import("@/features/admin-catalogue/CategoryPage").then((m) => ({ default: m.CategoryPage })),
);
const CustomerPage = lazy(() =>
  import("@/features/admin-customers/CustomerPage").then((m) => ({ default: m.CustomerPage })),
);
const ProductImagePage = lazy(() =>
  import("@/features/admin-catalogue/ProductImagePage").then((m) => ({ default: m.ProductImagePage })),
);
const ProductPage = lazy(() =>
  import("@/features/admin-catalogue/ProductPage").then((m) => ({ default: m.ProductPage })),
);
const ImportPage = lazy(() => import("@/features/admin-catalogue/ImportPage").then((m) => ({ default: m.ImportPage })));
const VendorPage = lazy(() => import("@/features/admin-catalogue/VendorPage").then((m) => ({ default: m.VendorPage })));
const CartPage = lazy(() => import("@/features/admin-customers/CartPage").then((m) => ({ default: m.CartPage })));
const OrderPage = lazy(() => import("@/features/admin-orders/OrderPage").then((m) => ({ default: m.OrderPage })));
const OrderItemsPage = lazy(() =>
  import("@/features/admin-orders/OrderItemsPage").then((m) => ({ default: m.OrderItemsPage })),
);
const GoldRatePage = lazy(() =>
  import("@/features/admin-rates/GoldRatePage").then((m) => ({ default: m.GoldRatePage })),
);
const AuditPage = lazy(() => import("@/features/admin-audit/AuditPage").then((m) => ({ default: m.AuditPage })));
const OperationsPage = lazy(() =>
  import("@/features/admin-operations/OperationsPage").then((m) => ({ default: m.OperationsPage })),
);

const loginPath = "/admin/login";

export function AdminRoutes() {
  return (
    <Routes>
      <Route path={loginPath} element={<SignInDoor />} />
      <Route path="/admin" element={<Guarded />}>
        <Route index element={<Navigate to={home} replace />} />
        <Route path="dashboard" element={<Dashboard />} />
        <Route path="category" element={<CategoryPage />} />
        <Route path="vendor" element={<VendorPage />} />
        <Route path="customer" element={<CustomerPage />} />
        <Route path="cart" element={<CartPage />} />
        <Route path="order" element={<OrderPage />} />
        <Route path="order-items" element={<OrderItemsPage />} />
        <Route path="gold-rate" element={<GoldRatePage />} />
        <Route path="product" element={<ProductPage />} />
        <Route path="product/import" element={<ImportPage />} />
        <Route path="productImage" element={<ProductImagePage />} />
        <Route path="order-management" element={<OrderBoard />} />
        <Route path="audit" element={<AuditPage />} />
        <Route path="operations" element={<OperationsPage />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}

/** Lets through who holds the flag; the server's 401 takes the flag away, and the person back here after signing in. */
function Guarded() {
  const isAdmin = useAppSelector(selectIsAdmin);
  const location = useLocation();
  const { data } = useAdminMeQuery(undefined, { skip: !isAdmin });
  if (!isAdmin) return <Navigate to={signInPath(loginPath, location)} replace />;
  return <AdminLayout admin={data} />;
}

function SignInDoor() {
  const isAdmin = useAppSelector(selectIsAdmin);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { search } = useLocation();
  const back = wayBack(search, home);
  if (isAdmin) return <Navigate to={back} replace />;
  const onSignedIn = ({ id }: AdminUser) => {
    // Nothing that another person loaded or typed stays behind.
    forgetOthers("admin", id);
    dispatch(api.util.resetApiState());
    dispatch(adminSignedIn());
    void navigate(back, { replace: true });
  };
  return <AdminLogin onSignedIn={onSignedIn} />;
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
      <Link className="btn btn-primary" to={home}>
        Dashboard
      </Link>
    </div>
  );
}
