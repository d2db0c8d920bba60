import type { ReactNode } from "react";

interface SubmitButtonProps {
  /** The id of its form, if it is outside of it. */
  form?: string;
  busy: boolean;
  disabled?: boolean;
  isDanger?: boolean;
  className?: string;
  children: ReactNode;
}

/** Submits its form once. It is not disabled while busy, so that it keeps the focus. */
export function SubmitButton({ form, busy, disabled, isDanger, className = "", children }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      form={form}
      className={`btn ${isDanger ? "btn-danger-line" : "btn-primary"} ${className}`}
      disabled={disabled}
      aria-disabled={busy}
      onClick={(event) => busy && event.preventDefault()}
    >
      {busy && <span className="spin" aria-hidden="true" />}
      {children}
    </button>
  );
}
