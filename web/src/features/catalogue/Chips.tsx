import { X } from "lucide-react";
import type { Chip } from "./listing";

interface ChipsProps {
  chips: Chip[];
  onChange: (params: URLSearchParams) => void;
  onClear: () => void;
}

/** What the list is narrowed to; each goes by a tap. */
export function Chips({ chips, onChange, onClear }: ChipsProps) {
  if (chips.length === 0) return null;
  return (
    <div className="chips">
      {chips.map(({ text, without }) => (
        <button
          key={text}
          type="button"
          className="chip num"
          onClick={() => onChange(without)}
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
