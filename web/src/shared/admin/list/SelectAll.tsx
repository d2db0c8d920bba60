import type { Selection } from "./useSelection";

interface SelectAllProps {
  label: string;
  /** The rows that are shown. */
  ids: number[];
  selection: Selection;
}

/** The box in the head of a table that selects all its rows, and shows whether some are selected. */
export function SelectAll({ label, ids, selection }: SelectAllProps) {
  const count = selection.ids.size === 0 ? 0 : ids.filter((id) => selection.ids.has(id)).length;
  return (
    <input
      className="form-check-input"
      type="checkbox"
      aria-label={label}
      checked={count > 0 && count === ids.length}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < ids.length;
      }}
      onChange={(event) => selection.set(event.target.checked ? ids : [])}
    />
  );
}
