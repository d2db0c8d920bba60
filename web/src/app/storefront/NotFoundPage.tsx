import { useHead } from "@/shared/head/useHead";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { Link } from "@/shared/ui/Link";

export function NotFoundPage() {
  usePageTitle("This page is not in the shop");
  useHead({});
  return (
    <div className="wrap section">
      <div className="nf">
        <div className="four num" aria-hidden="true">
          404
        </div>
        <h1 className="h2 mt-3">This page is not in the shop</h1>
        <p className="muted">The link may be old, or the piece has been sold.</p>
        <div className="d-flex flex-wrap gap-2 justify-content-center">
          <Link className="btn btn-primary" to="/">
            Back to home
          </Link>
          <Link className="btn btn-line" to="/products">
            See all jewellery
          </Link>
        </div>
      </div>
    </div>
  );
}
