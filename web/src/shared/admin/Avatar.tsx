import { initials } from "./initials";

interface AvatarProps {
  /** Null: nobody. */
  name: string | null;
  /** Whether the person looks at the object now. The avatar then has a ring and a dot. */
  isHere?: boolean;
  /** The accessible text, if it is more than the name. */
  title?: string;
}

/** A person by their initials: filled, or dashed for nobody. */
export function Avatar({ name, isHere = false, title }: AvatarProps) {
  const words = title ?? name ?? "Nobody";
  return (
    <span
      className={`av${isHere ? " here" : name ? "" : " no"}`}
      data-initials={name ? initials(name) : "–"}
      title={words || undefined}
    >
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
