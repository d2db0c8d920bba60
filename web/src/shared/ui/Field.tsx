import { type ReactNode, useId } from "react";

interface FieldProps {
  label: string;
  error?: string;
  className?: string;
  /** Receives the id and the description for the control. */
  children: (control: { id: string; "aria-invalid": boolean; "aria-describedby"?: string }) => ReactNode;
  hint?: ReactNode;
}

/** A label with its control and error, connected for assistive technology. */
export function Field({ label, error, className = "", children, hint }: FieldProps) {
  const id = useId();
  const note = `${id}-note`;
  return (
    <div className={className}>
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      {children({ id, "aria-invalid": Boolean(error), "aria-describedby": error || hint ? note : undefined })}
      {(error || hint) && (
        <div id={note} className={error ? "form-hint bad" : "form-hint"}>
          {error || hint}
        </div>
      )}
    </div>
  );
}
