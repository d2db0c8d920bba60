interface ProblemProps {
  /** Why something was refused or failed; without it nothing is shown. */
  text: string | undefined;
  /** For the field that it describes. */
  id?: string;
  className?: string;
}

/** Says why something was refused or failed, also to screen readers. */
export function Problem({ text, id, className = "bad small" }: ProblemProps) {
  if (!text) return null;
  return (
    <p id={id} className={className} role="alert">
      {text}
    </p>
  );
}
