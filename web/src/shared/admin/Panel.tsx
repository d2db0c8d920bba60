import { type ReactNode, useId } from "react";

interface PanelProps {
  title: string;
  /** Shown at the right of the title. */
  beside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A part of the page of an order. */
export function Panel({ title, beside, className = "", children }: PanelProps) {
  const id = useId();
  return (
    <section className={`panel ${className}`} aria-labelledby={id}>
      <div className="panel-h">
        <h2 id={id}>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  );
}
