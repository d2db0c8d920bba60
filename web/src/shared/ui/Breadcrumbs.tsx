import { ChevronRight } from "lucide-react";
import { Fragment } from "react";
import { Link } from "./Link";

/** Links from the home page to this page; the last entry is the page itself. */
export function Breadcrumbs({
  trail,
  here,
  className = "",
}: {
  trail?: [string, string][];
  here: string;
  className?: string;
}) {
  return (
    <nav className={`crumbs ${className}`} aria-label="Breadcrumb">
      {[["Home", "/"], ...(trail ?? [])].map(([name, to]) => (
        <Fragment key={to}>
          <Link to={to as string}>{name}</Link>
          <ChevronRight className="ico ico-14" aria-hidden="true" />
        </Fragment>
      ))}
      <span aria-current="page">{here}</span>
    </nav>
  );
}
