import { useState } from "react";

interface CheckboxGroupProps {
  title: string;
  options: { value: string; text: string; count?: number }[];
  chosen: string[];
  onChoose: (value: string, isChosen: boolean) => void;
}

/** A longer group begins with the first options and those that are chosen. */
const longest = 8;
const first = 6;

export function CheckboxGroup({ title, options, chosen, onChoose }: CheckboxGroupProps) {
  const [isWhole, setWhole] = useState(false);
  if (options.length === 0) return null;
  const isLong = options.length > longest;
  const shown =
    isLong && !isWhole ? options.filter(({ value }, place) => place < first || chosen.includes(value)) : options;
  return (
    <fieldset className="grp">
      <legend>{title}</legend>
      {shown.map(({ value, text, count }) => (
        <label key={value} className="opt">
          <input
            className="form-check-input"
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => onChoose(value, event.target.checked)}
          />
          {text}
          {count !== undefined && (
            <span className="n">
              <span className="visually-hidden">, </span>
              {count}
            </span>
          )}
        </label>
      ))}
      {isLong && (
        <button
          type="button"
          className="plain"
          aria-expanded={isWhole}
          aria-label={`${isWhole ? "Show fewer" : `Show all ${options.length}`}, ${title}`}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? "Show fewer" : `Show all ${options.length}`}
        </button>
      )}
    </fieldset>
  );
}
