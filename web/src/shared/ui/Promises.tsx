import type { LucideIcon } from "lucide-react";

interface PromisesProps {
  promises: { icon: LucideIcon; title: string; text: string }[];
  className: string;
}

/** What the house stands by, in a row. */
export function Promises({ promises, className }: PromisesProps) {
  return (
    <section className={`trust ${className}`} aria-label="What we promise">
      {promises.map(({ icon: Icon, title, text }) => (
        <div key={title}>
          <Icon aria-hidden="true" />
          <b className="num">{title}</b>
          <span>{text}</span>
        </div>
      ))}
    </section>
  );
}
