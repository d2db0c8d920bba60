import { CloudOff, RotateCw } from "lucide-react";
import { errorReason } from "@/shared/api/errors";

/** Reports what could not be loaded and why, with a retry button. */
export function LoadError({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  return (
    <div className="panel empty" role="alert">
      <CloudOff className="big" aria-hidden="true" />
      <h2>{title}</h2>
      <p>{errorReason(error)}</p>
      <button type="button" className="btn btn-line" onClick={onRetry}>
        <RotateCw className="ico ico-16" aria-hidden="true" />
        Try again
      </button>
    </div>
  );
}
