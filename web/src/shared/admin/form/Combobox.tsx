import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { pluralize } from "@/shared/format";
import { Field } from "@/shared/ui/Field";
import { wrapIndex } from "@/shared/ui/wrapIndex";
import { FoundOption } from "./FoundOption";

export interface ComboboxOption {
  id: number;
  name: string;
  /** Shown below the name. */
  more: string;
  amount?: string;
  /** The reason why it cannot be chosen. */
  refused?: string;
}

interface ComboboxProps<T extends ComboboxOption> {
  label: string;
  placeholder: string;
  typed: string;
  onTyped: (typed: string) => void;
  /** The options that match the input; undefined while loading. */
  found: T[] | undefined;
  failed: boolean;
  onPick: (picked: T) => void;
  hint?: string;
}

/** A combobox with server-side search: arrow keys move, Enter picks, Escape closes the list. */
export function Combobox<T extends ComboboxOption>({ label, placeholder, typed, onTyped, ...props }: ComboboxProps<T>) {
  const { found, failed, onPick, hint } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const isShown = open && typed.trim() !== "";
  const options = isShown ? (found ?? []) : [];
  const active = Math.min(at, options.length - 1);

  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView?.({ block: "nearest" });
  }, [id, active]);

  const pick = (option: T | undefined) => {
    if (!option || option.refused) return;
    setOpen(false);
    setAt(0);
    onPick(option);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && typed.trim() !== "") pick(options[active]);
    else if (event.key === "Enter") return;
    else if (step && options.length > 0) setAt(wrapIndex(active + step, options.length));
    else if (event.key === "Escape" && isShown) {
      setOpen(false);
      // Keep the surrounding dialog open.
      event.stopPropagation();
    } else return;
    event.preventDefault();
  };

  return (
    <Field label={label} hint={hint} className="pick-box">
      {(control) => (
        <>
          <input
            {...control}
            className="form-control"
            type="search"
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            role="combobox"
            aria-expanded={isShown}
            aria-controls={id}
            aria-autocomplete="list"
            aria-activedescendant={options[active] ? `${id}-${active}` : undefined}
            value={typed}
            onChange={(event) => {
              onTyped(event.target.value);
              setOpen(true);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => setOpen(false)}
          />
          <div className="picks" id={id} role="listbox" aria-label={`${label}: found`} hidden={!isShown}>
            {options.map((option, index) => (
              <FoundOption
                key={option.id}
                id={`${id}-${index}`}
                name={option.name}
                more={option.refused ? `${option.more}, ${option.refused}` : option.more}
                amount={option.amount}
                isActive={index === active}
                isDisabled={Boolean(option.refused)}
                onPick={() => pick(option)}
              />
            ))}
          </div>
          {isShown && (
            <p className={options.length === 0 && found ? "picks says" : "visually-hidden"} role="status">
              {failed ? "The shop could not be searched. Please try again." : said(found?.length, typed)}
            </p>
          )}
        </>
      )}
    </Field>
  );
}

function said(count: number | undefined, typed: string): string {
  if (count === undefined) return "";
  return count === 0 ? `Nothing found for “${typed.trim()}”.` : pluralize(count, "result");
}
