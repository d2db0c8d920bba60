import type { LucideIcon } from "lucide-react";

interface ServicePromisesProps {
  promises: { icon: LucideIcon; title: string; text: string }[];
  className: string;
}

/** A row of service promises with icons. */
export function ServicePromises({ promises, className }: ServicePromisesProps) {
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
