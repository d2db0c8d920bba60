import { CloudOff, type LucideIcon, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { errorReason } from "@/shared/api/errors";

interface EmptyProps {
  icon: LucideIcon;
  title: string;
  text: string;
  /** The way on. */
  children?: ReactNode;
}

export function Empty({ icon: Icon, title, text, children }: EmptyProps) {
  return (
    <div className="panel empty">
      <Icon className="big" aria-hidden="true" />
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}

/** What could not be loaded, why, and a button that tries again. */
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
