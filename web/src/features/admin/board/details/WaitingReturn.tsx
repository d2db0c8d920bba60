import { Link } from "@/shared/ui/Link";

/** Leads to a return whose money is to be paid back with it, and not by a refund of the order. */
export const WaitingReturn = ({ id }: { id: number }) => (
  <p className="muted small">
    R-{id} waits for its refund.{" "}
    <Link className="textlink" to={`/admin/returns?return=${id}`}>
      Pay it back under Returns.
    </Link>
  </p>
);
