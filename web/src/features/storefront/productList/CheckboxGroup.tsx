interface CheckboxGroupProps {
  title: string;
  options: { value: string; text: string; count?: number }[];
  chosen: string[];
  onChoose: (value: string, isChosen: boolean) => void;
}

export function CheckboxGroup({ title, options, chosen, onChoose }: CheckboxGroupProps) {
  if (options.length === 0) return null;
  return (
    <fieldset className="grp">
      <legend>{title}</legend>
      {options.map(({ value, text, count }) => (
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
    </fieldset>
  );
}
