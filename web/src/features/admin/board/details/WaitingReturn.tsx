import { Link } from "@/shared/ui/Link";

/** Links to a received return. Its money must be refunded with the return, not by a refund of the order. */
export const WaitingReturn = ({ id }: { id: number }) => (
  <p className="muted small">
    R-{id} waits for its refund.{" "}
    <Link className="textlink" to={`/admin/returns?return=${id}`}>
      Pay it back under Returns.
    </Link>
  </p>
);
