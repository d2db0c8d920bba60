import { Navigate, Route, Routes, useLocation, useNavigate } from "react-router";
import { useAppDispatch, useAppSelector } from "@/app/hooks";
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
import { InvitationPage, pageComponents } from "./pageComponents";

const loginPath = "/admin/login";

export function AdminRoutes() {
  return (
    <Routes>
      <Route path={loginPath} element={<LoginRoute />} />
      <Route path="/admin/invitation" element={<InvitationPage />} />
      <Route path="/admin" element={<RequireAdmin />}>
        <Route index element={<HomeRoute />} />
        {Object.entries(pageComponents).map(([path, Page]) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
        <Route path="webhooks" element={<Navigate to="/admin/integrations" replace />} />
        <Route path="keys" element={<Navigate to="/admin/integrations?part=keys" replace />} />
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
