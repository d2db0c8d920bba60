import { Fragment } from "react";
import { inStock } from "@/shared/api/catalogue";
import { grams, rupees } from "@/shared/format";
import { NoImage } from "@/shared/product/NoImage";
import { Picture } from "@/shared/product/Picture";
import type { Suggestion } from "./useSearchSuggestions";

export interface SearchSuggestionsProps {
  id: string;
  suggestions: Suggestion[];
  active: number;
  typed: string;
  onChoose: (suggestion: Suggestion) => void;
}

export function SearchSuggestions({ id, suggestions, active, typed, onChoose }: SearchSuggestionsProps) {
  const corrected = suggestions.find(({ searchedFor }) => searchedFor)?.searchedFor;
  return (
    <div id={id} className="sugg panel" role="listbox" aria-label="Suggestions">
      {corrected && (
        <p className="micro muted corrected" role="presentation">
          Nearest to what you typed: <b>{corrected}</b>
        </p>
      )}
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the search box moves through the options by keyboard
        <div
          key={suggestion.to}
          id={`${id}-${index}`}
          className={`o${index === active ? " at" : ""}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // On mousedown: the blur that follows closes the list.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          <Option suggestion={suggestion} typed={suggestion.searchedFor ?? typed} />
        </div>
      ))}
      <div className="k" aria-hidden="true">
        <span>
          <kbd>Up</kbd> <kbd>Down</kbd> to choose
        </span>
        <span>
          <kbd>Enter</kbd> to open
        </span>
        <span>
          <kbd>Esc</kbd> to close
        </span>
      </div>
    </div>
  );
}

function Option({ suggestion: { name, category, product }, typed }: { suggestion: Suggestion; typed: string }) {
  const image = product ? product.images[0] : category?.imageUrl ? category : undefined;
  return (
    <>
      <span className="thumb" aria-hidden="true">
        {image ? <Picture image={image} alt="" sizes="52px" /> : <NoImage />}
      </span>
      <span>
        <b>
          <Marked name={name} typed={typed} />
        </b>
        <span className="micro muted num">
          {product ? `${grams(product.weight)}${inStock(product) ? "" : ", out of stock"}` : "Category"}
        </span>
      </span>
      {product && <span className="price">{rupees(product.ornamentPrice)}</span>}
    </>
  );
}

/** The name in which the beginnings of the searched words are marked. */
function Marked({ name, typed }: { name: string; typed: string }) {
  const words = typed
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return name.split(/(?<=[^\p{L}\p{N}])/u).map((part, place) => {
    const start = words.find((word) => part.toLowerCase().startsWith(word))?.length ?? 0;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name keep their places
      <Fragment key={place}>
        {start > 0 && <mark>{part.slice(0, start)}</mark>}
        {part.slice(start)}
      </Fragment>
    );
  });
}
