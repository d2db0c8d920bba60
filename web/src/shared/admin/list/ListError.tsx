import { ListX } from "lucide-react";
import { useLocation } from "react-router";
import { errorReason, isApiError } from "@/shared/api/errors";
import { EmptyState } from "@/shared/ui/EmptyState";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";

interface ListErrorProps {
  title: string;
  /** The rows of the list, in the plural. */
  noun: string;
  error: unknown;
  onRetry: () => unknown;
}

/** Reports that a list cannot be loaded. If the server refuses its filters, another try would fail as well. */
export function ListError({ title, noun, error, onRetry }: ListErrorProps) {
  const { pathname } = useLocation();
  if (!isApiError(error) || error.status !== 422) return <LoadError title={title} error={error} onRetry={onRetry} />;
  return (
    <div role="alert">
      <EmptyState icon={ListX} title={title} text={errorReason(error)}>
        <Link className="btn btn-line" to={pathname}>
          Show all {noun}
        </Link>
      </EmptyState>
    </div>
  );
}
