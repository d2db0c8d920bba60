import { counted } from "@/shared/format";

interface BulkStripProps {
  count: number;
  /** Whether all that the filter leaves are meant, not only those that are loaded. */
  whole: boolean;
  /** Whether there may be more than are selected. */
  more: boolean;
  onWhole: () => void;
  onChange: () => void;
  onClear: () => void;
}

/** What can be done with the rows that are picked. */
export function BulkStrip({ count, whole, more, onWhole, onChange, onClear }: BulkStripProps) {
  if (count === 0) return null;
  return (
    <section className="board-strip bulk" aria-label="Selected products">
      <b role="status">{whole ? "All products of this list selected" : `${counted(count, "product")} selected`}</b>
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
