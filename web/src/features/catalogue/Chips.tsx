import { X } from "lucide-react";
import type { CategoryOption } from "./listing";

interface ChipsProps {
  options: CategoryOption[];
  chosen: number[];
  onRemove: (id: number) => void;
  onClear: () => void;
}

/** What the list is narrowed to; each goes by a tap. */
export function Chips({ options, chosen, onRemove, onClear }: ChipsProps) {
  const shown = options.filter(({ id }) => chosen.includes(id));
  if (shown.length === 0) return null;
  return (
    <div className="chips">
      {shown.map(({ id, name }) => (
        <button key={id} type="button" className="chip" onClick={() => onRemove(id)} aria-label={`Remove ${name}`}>
          {name}
          <X className="ico ico-14" aria-hidden="true" />
        </button>
      ))}
      <button type="button" className="plain" onClick={onClear}>
        Clear all
      </button>
    </div>
  );
}
