import type { ReactNode } from "react";

interface SubmitButtonProps {
  busy: boolean;
  disabled?: boolean;
  className?: string;
  children: ReactNode;
}

/** Submits its form once. It is not disabled while busy, so that it keeps the focus. */
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
