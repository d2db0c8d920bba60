import { Pencil, Trash2 } from "lucide-react";

interface RowActionsProps {
  /** The accessible name of the row. */
  name: string;
  busy?: boolean;
  onEdit?: () => void;
  onDelete?: () => void;
}

export function RowActions({ name, busy, onEdit, onDelete }: RowActionsProps) {
  return (
    <>
      {onEdit && (
        <button type="button" className="btn btn-icon" aria-label={`Edit ${name}`} title="Edit" onClick={onEdit}>
          <Pencil className="ico" aria-hidden="true" />
        </button>
      )}
      {onDelete && (
        <button
          type="button"
          className="btn btn-icon"
          aria-label={busy ? `Deleting ${name}` : `Delete ${name}`}
          title="Delete"
          disabled={busy}
          onClick={onDelete}
        >
          {busy ? <span className="spin" /> : <Trash2 className="ico" aria-hidden="true" />}
        </button>
      )}
    </>
  );
}
