import { SlidersHorizontal } from "lucide-react";
import { Popover } from "@/shared/admin/Popover";
import type { OptionalColumn } from "./useColumnChoice";

interface ColumnMenuProps<C> {
  /** The label of the button. */
  word?: string;
  columns: readonly C[];
  isShown: (column: C, index: number) => boolean;
  onToggle: (label: string, shown: boolean) => void;
}

export function ColumnMenu<C extends OptionalColumn>({
  word = "Columns",
  columns,
  isShown,
  onToggle,
}: ColumnMenuProps<C>) {
  return (
    <Popover
      label="Columns to show"
      button={
        <>
          <SlidersHorizontal className="ico ico-16" aria-hidden="true" />
          <span className="word">{word}</span>
        </>
      }
    >
      {columns.map((column, index) => (
        <label key={column.label} className="form-check">
          <input
            className="form-check-input"
            type="checkbox"
            checked={isShown(column, index)}
            disabled={index === 0}
            onChange={(event) => onToggle(column.label, event.target.checked)}
          />
          {column.label}
        </label>
      ))}
    </Popover>
  );
}
