import { errorReason } from "@/shared/api/errors";

/** Explains in a section of Profile why its data could not be loaded and its controls are disabled. */
export function SectionError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <p className="small bad" role="alert">
      This could not be loaded. {errorReason(error)}{" "}
      <button type="button" className="textlink aslink" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
