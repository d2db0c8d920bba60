import { Search } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { lazyPart, Nothing } from "@/shared/ui/lazyPart";
import { wrapIndex } from "@/shared/ui/wrapIndex";
import { type Suggestion, useSearchSuggestions } from "./useSearchSuggestions";

// If the chunk cannot be loaded, the search works without suggestions.
const Suggestions = lazyPart(() => import("./SearchSuggestions").then((file) => file.SearchSuggestions), Nothing);

/** Searches products and categories by the start of their names. It is reset on each navigation. */
export function SearchBox({ focused = false }: { focused?: boolean }) {
  const { key, search } = useLocation();
  return <SearchForm key={key} shown={new URLSearchParams(search).get("search") ?? ""} focused={focused} />;
}

function SearchForm({ shown, focused }: { shown: string; focused: boolean }) {
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState(shown);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useSearchSuggestions(open ? typed : "");
  const suggestions = found ?? [];
  const isShown = open && suggestions.length > 0;
  const isEmpty = open && found?.length === 0;

  const choose = ({ to }: Suggestion) => void navigate(to);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = isShown ? suggestions[active] : undefined;
    if (chosen) return choose(chosen);
    if (typed.trim()) void navigate(`/products?search=${encodeURIComponent(typed.trim())}`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && (isShown || isEmpty)) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !isShown) return;
    event.preventDefault();
    // Index -1 is the input itself: the arrow keys wrap from the list to the input.
    const places = suggestions.length + 1;
    setActive(wrapIndex(active + 1 + step, places) - 1);
  };

  return (
    <search className="search">
      {/* The form's action works before the scripts run and without scripts. */}
      <form action="/products" onSubmit={onSubmit}>
        <label className="searchbox">
          <Search className="ico" aria-hidden="true" />
          <span className="visually-hidden">Search the shop</span>
          <input
            name="search"
            type="search"
            autoComplete="off"
            // An address is limited to 4000 bytes, and a letter of an Indian script takes nine of them.
            maxLength={400}
            placeholder="Search for rings, chains"
            // biome-ignore lint/a11y/noAutofocus: only where the person has just asked for the box
            autoFocus={focused}
            value={typed}
            role="combobox"
            aria-expanded={isShown}
            aria-controls={id}
            aria-autocomplete="list"
            aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
            onChange={(event) => {
              setTyped(event.target.value);
              setOpen(true);
              setActive(-1);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => setOpen(false)}
          />
        </label>
        <p className={isEmpty ? "sugg panel none" : "visually-hidden"} role="status">
          {isEmpty && `No piece, category or code has the words “${typed.trim()}”.`}
        </p>
        {isShown && <Suggestions id={id} suggestions={suggestions} active={active} typed={typed} onChoose={choose} />}
      </form>
    </search>
  );
}
