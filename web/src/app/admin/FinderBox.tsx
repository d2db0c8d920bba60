import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { counted } from "@/shared/format";
import { around } from "@/shared/ui/around";
import { type Find, useFinds } from "./useFinds";

/** One box for everything; the arrows walk what it found and Enter opens it. */
export function FinderBox({ onLeave }: { onLeave: () => void }) {
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const { groups, error, isLooking } = useFinds(typed);
  const finds = groups.flatMap((group) => group.finds);
  const active = Math.min(at, finds.length - 1);

  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView?.({ block: "nearest" });
  }, [id, active]);

  const open = ({ to }: Find) => {
    onLeave();
    void navigate(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = finds[active];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && chosen) open(chosen);
    else if (step && chosen) setAt(around(active + step, finds.length));
    else return;
    event.preventDefault();
  };

  return (
    <>
      <label className="find-box">
        <Search className="ico" aria-hidden="true" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the person has just asked for the box
          autoFocus
          type="search"
          autoComplete="off"
          spellCheck={false}
          placeholder="Number, name, code or page"
          aria-label="Find an order, product, customer or page"
          role="combobox"
          aria-expanded={finds.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        {isLooking && <span className="spin" aria-hidden="true" />}
      </label>
      <div className="finds" id={id} role="listbox" aria-label="Found">
        {groups.map(({ name, finds: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: groups of a listbox, not of fields
          <div role="group" key={name} aria-labelledby={`${id}-${name}`}>
            <h3 id={`${id}-${name}`} role="presentation">
              {name}
            </h3>
            {own.map((find) => (
              <Option
                key={find.to}
                find={find}
                id={`${id}-${finds.indexOf(find)}`}
                isActive={find === finds[active]}
                onOpen={open}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={error || (finds.length === 0 && !isLooking) ? "find-says" : "visually-hidden"} role="status">
        {says({ error, isLooking, count: finds.length, typed })}
      </p>
    </>
  );
}

interface Says {
  error: unknown;
  isLooking: boolean;
  count: number;
  typed: string;
}

function says({ error, isLooking, count, typed }: Says): string {
  if (error) return "The shop could not be searched. Please try again.";
  if (isLooking) return "";
  return count === 0 ? `Nothing found for “${typed.trim()}”.` : counted(count, "result");
}

interface OptionProps {
  find: Find;
  id: string;
  isActive: boolean;
  onOpen: (find: Find) => void;
}

function Option({ find, id, isActive, onOpen }: OptionProps) {
  const { icon: Icon, name, more, amount } = find;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box walks the options by keyboard
    <div
      id={id}
      className={`find-o${isActive ? " at" : ""}`}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      // The box keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onOpen(find)}
    >
      <Icon className="ico ico-16" aria-hidden="true" />
      <span className="words">
        <b>{name}</b>
        {more && <span className="sub">{more}</span>}
      </span>
      {amount && <span className="num">{amount}</span>}
    </div>
  );
}
