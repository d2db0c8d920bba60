import type { CategoryOption } from "./listing";

interface CategoryFilterProps {
  options: CategoryOption[];
  chosen: number[];
  onChoose: (id: number, chosen: boolean) => void;
}

export function CategoryFilter({ options, chosen, onChoose }: CategoryFilterProps) {
  return (
    <fieldset className="grp">
      <legend>Filter by Category</legend>
      {options.map(({ id, name, count }) => (
        <label key={id} className="opt">
          <input
            className="form-check-input"
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={(event) => onChoose(id, event.target.checked)}
          />
          {name}
          <span className="n">{count}</span>
        </label>
      ))}
    </fieldset>
  );
}
