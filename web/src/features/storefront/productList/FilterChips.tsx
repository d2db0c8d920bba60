import { X } from "lucide-react";
import type { MouseEvent } from "react";
import type { FilterChip } from "./listFilters";

interface FilterChipsProps {
  chips: FilterChip[];
  onChange: (params: URLSearchParams) => void;
  onClear: () => void;
}

/** The active filters. A removed chip passes the focus to the next one. */
export function FilterChips({ chips, onChange, onClear }: FilterChipsProps) {
  if (chips.length === 0) return null;
  const remove = ({ currentTarget: chip }: MouseEvent<HTMLElement>, without: URLSearchParams) => {
    const all = [...(chip.parentElement?.querySelectorAll<HTMLElement>(".chip") ?? [])];
    const place = all.indexOf(chip);
    (all[place + 1] ?? all[place - 1])?.focus();
    if (all.length === 1) onClear();
    else onChange(without);
  };
  return (
    <div className="chips">
      {chips.map(({ text, without }) => (
        <button
          key={text}
          type="button"
          className="chip num"
          onClick={(event) => remove(event, without)}
          aria-label={`Remove ${text}`}
        >
          {text}
          <X className="ico ico-14" aria-hidden="true" />
        </button>
      ))}
      <button type="button" className="plain" onClick={onClear}>
        Clear all
      </button>
    </div>
  );
}
