import type { ReactNode } from "react";

interface SubmitButtonProps {
  busy: boolean;
  disabled?: boolean;
  className?: string;
  children: ReactNode;
}

/** Sends its form once. It stays where the focus is while that is under way, which a disabled button would lose. */
export function SubmitButton({ busy, disabled, className = "", children }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      className={`btn btn-primary ${className}`}
      disabled={disabled}
      aria-disabled={busy}
      onClick={(event) => busy && event.preventDefault()}
    >
      {busy && <span className="spin" aria-hidden="true" />}
      {children}
    </button>
  );
}
