import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { toggleId, useCards } from "./CardPage";

interface CardProps {
  /** Identifies the card on its page, in lower case with hyphens. */
  name: string;
  title: string;
  /** The id of its heading, if the heading receives focus. */
  headingId?: string;
  className?: string;
  /** Shown in the header, left of its buttons. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A panel with a heading. On a card page it can be minimised or removed. */
export function Card({ name, title, headingId, className = "", tools, children }: CardProps) {
  const cards = useCards();
  const id = useId();
  const state = cards?.stateOf(name) ?? "expanded";
  if (state === "removed") return null;
  const isMinimised = state === "minimised";
  return (
    <section className={`panel card-x ${className}${isMinimised ? " minimised" : ""}`} aria-label={title}>
      <header>
        <h2 id={headingId} tabIndex={headingId ? -1 : undefined}>
          {title}
        </h2>
        {!isMinimised && tools}
        {cards && (
          <span className="card-acts">
            <button
              id={toggleId(name)}
              type="button"
              className="btn btn-icon"
              aria-expanded={!isMinimised}
              aria-controls={id}
              aria-label={isMinimised ? `Show ${title}` : `Minimise ${title}`}
              title={isMinimised ? "Show" : "Minimise"}
              onClick={() => cards.set(name, isMinimised ? "expanded" : "minimised")}
            >
              {isMinimised ? (
                <ChevronDown className="ico" aria-hidden="true" />
              ) : (
                <ChevronUp className="ico" aria-hidden="true" />
              )}
            </button>
            <button
              type="button"
              className="btn btn-icon"
              aria-label={`Remove ${title}`}
              title="Remove"
              onClick={() => cards.set(name, "removed")}
            >
              <X className="ico" aria-hidden="true" />
            </button>
          </span>
        )}
      </header>
      <div id={id} hidden={isMinimised}>
        {!isMinimised && children}
      </div>
    </section>
  );
}
