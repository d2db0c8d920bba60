import type { LucideIcon } from "lucide-react";

interface FoundOptionProps {
  id: string;
  icon?: LucideIcon;
  name: string;
  /** Shown below the name. */
  more?: string;
  amount?: string;
  isActive: boolean;
  isDisabled?: boolean;
  onPick: () => void;
}

/** An option in the list of a search box, which moves through the options by keyboard. */
export function FoundOption({ id, icon: Icon, name, more, amount, isActive, isDisabled, onPick }: FoundOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box moves through the options by keyboard
    <div
      id={id}
      className={`find-o${isActive ? " at" : ""}`}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={isDisabled}
      // Keep the focus in the search box.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      {Icon && <Icon className="ico ico-16" aria-hidden="true" />}
      <span className="words">
        <b>{name}</b>
        {more !== undefined && <span className="sub">{more}</span>}
      </span>
      {amount && <span className="num">{amount}</span>}
    </div>
  );
}
