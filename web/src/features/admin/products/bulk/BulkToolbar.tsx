import { pluralize } from "@/shared/format";

interface BulkToolbarProps {
  count: number;
  /** Whether all products of the filter are selected, not only loaded ones. */
  whole: boolean;
  /** Whether the filter matches more than the selected ones. */
  more: boolean;
  onWhole: () => void;
  onChange: () => void;
  onClear: () => void;
}

/** Actions for the selected rows. */
export function BulkToolbar({ count, whole, more, onWhole, onChange, onClear }: BulkToolbarProps) {
  if (count === 0) return null;
  return (
    <section className="board-strip bulk" aria-label="Selected products">
      <b role="status">{whole ? "All products of this list selected" : `${pluralize(count, "product")} selected`}</b>
      {more && !whole && (
        <button type="button" className="btn btn-sm bare" onClick={onWhole}>
          Select all of this list
        </button>
      )}
      <span className="sp" />
      <button type="button" className="btn btn-sm" onClick={onChange}>
        Change them
      </button>
      <button type="button" className="btn btn-sm bare" onClick={onClear}>
        Clear selection <kbd>Esc</kbd>
      </button>
    </section>
  );
}
