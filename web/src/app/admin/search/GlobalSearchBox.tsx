import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { FoundOption } from "@/shared/admin/form/FoundOption";
import { confirmLeave } from "@/shared/admin/form/useUnsavedGuard";
import { pluralize } from "@/shared/format";
import { wrapIndex } from "@/shared/ui/wrapIndex";
import { type SearchHit, useGlobalSearch } from "./useGlobalSearch";

/** The search box and its results. The arrow keys move through the results and Enter opens one. */
export function GlobalSearchBox({ onLeave }: { onLeave: () => void }) {
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const { groups, error, isLooking } = useGlobalSearch(typed);
  const hits = groups.flatMap((group) => group.hits);
  const active = Math.min(at, hits.length - 1);

  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView?.({ block: "nearest" });
  }, [id, active]);

  const open = async ({ to }: SearchHit) => {
    onLeave();
    if (await confirmLeave()) void navigate(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = hits[active];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && chosen) void open(chosen);
    else if (step && chosen) setAt(wrapIndex(active + step, hits.length));
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
          aria-expanded={hits.length > 0}
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
        {groups.map(({ name, hits: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: groups of a listbox, not of fields
          <div role="group" key={name} aria-labelledby={`${id}-${name}`}>
            <h3 id={`${id}-${name}`} role="presentation">
              {name}
            </h3>
            {own.map((find) => (
              <FoundOption
                key={`${find.to} ${find.name}`}
                id={`${id}-${hits.indexOf(find)}`}
                icon={find.icon}
                name={find.name}
                more={find.more || undefined}
                amount={find.amount}
                isActive={find === hits[active]}
                onPick={() => open(find)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={error || (hits.length === 0 && !isLooking) ? "find-says" : "visually-hidden"} role="status">
        {resultText({ error, isLooking, count: hits.length, typed })}
      </p>
    </>
  );
}

interface ResultTextArgs {
  error: unknown;
  isLooking: boolean;
  count: number;
  typed: string;
}

function resultText({ error, isLooking, count, typed }: ResultTextArgs): string {
  if (error) return "The shop could not be searched. Please try again.";
  if (isLooking) return "";
  return count === 0 ? `Nothing found for “${typed.trim()}”.` : pluralize(count, "result");
}
