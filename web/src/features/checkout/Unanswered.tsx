import { CloudOff } from "lucide-react";

/** The shop did not answer: whether it ordered is not known, and asking again cannot order twice. */
export function Unanswered({ onAskAgain }: { onAskAgain: () => void }) {
  return (
    <div className="alertline" role="alert">
      <CloudOff className="ico" aria-hidden="true" />
      <span>
        The shop did not answer, so we do not know yet whether your order was placed. Trying again is safe: it is placed
        once.
      </span>
      <button type="button" className="btn btn-line btn-sm" onClick={onAskAgain}>
        Try again
      </button>
    </div>
  );
}
