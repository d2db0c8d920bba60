import { CloudOff, RotateCw } from "lucide-react";
import { useState } from "react";
import { errorReason } from "@/shared/api/errors";

interface LoadErrorProps {
  title: string;
  error: unknown;
  /** Tries again, and returns a promise that ends with the response. */
  onRetry: () => unknown;
}

/** Reports a loading error and its reason, with a retry button. During a retry it keeps the focus. */
export function LoadError({ title, error, onRetry }: LoadErrorProps) {
  const [isRetrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    await onRetry();
    setRetrying(false);
  };
  return (
    <div className="panel empty" role="alert">
      <CloudOff className="big" aria-hidden="true" />
      <h2>{title}</h2>
      {/* If the retry fails as well, the reason is announced again. */}
      <p>{isRetrying ? "\u00a0" : errorReason(error)}</p>
      <button
        type="button"
        className="btn btn-line"
        aria-disabled={isRetrying}
        onClick={() => void (isRetrying || retry())}
      >
        {isRetrying ? (
          <span className="spin" aria-hidden="true" />
        ) : (
          <RotateCw className="ico ico-16" aria-hidden="true" />
        )}
        Try again
      </button>
    </div>
  );
}
