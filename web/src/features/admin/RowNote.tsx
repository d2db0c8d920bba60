import { Check, CircleAlert, Undo2, UserRoundCheck } from "lucide-react";
import type { OrderStatus } from "@/shared/api/types";
import { useNow } from "@/shared/portal/useNow";
import { statusWord } from "@/shared/ui/StatusBadge";
import { ago } from "./age";
import type { Mark } from "./marksSlice";

interface RowNoteProps {
  mark: Mark | undefined;
  /** Names the row for the buttons: `item 1 of order 1058`. */
  name: string;
  onSet: (status: OrderStatus) => void;
}

/** What happened to this row, beside its status. */
export function RowNote({ mark, name, onSet }: RowNoteProps) {
  const now = useNow();
  switch (mark?.kind) {
    case "saving":
      return <span className="note">Saving</span>;
    case "saved":
      return (
        <span className="note ok">
          <Check aria-hidden="true" />
          Saved
        </span>
      );
    case "undone":
      return (
        <span className="note ok">
          <Undo2 aria-hidden="true" />
          Set back
        </span>
      );
    case "failed":
      return (
        <span className="note bad">
          <CircleAlert aria-hidden="true" />
          <span>
            Failed to update status
            <span className="why" title={mark.reason}>
              {mark.reason}
            </span>
            <button type="button" className="textlink" aria-label={`Retry ${name}`} onClick={() => onSet(mark.to)}>
              Retry
            </button>
          </span>
        </span>
      );
    case "refused":
      return (
        <span className="note warn">
          <CircleAlert aria-hidden="true" />
          <span>
            Not saved: {mark.by} set {statusWord(mark.is)} {ago(mark.at, now)}
            <br />
            <button
              type="button"
              className="textlink"
              aria-label={`Set ${name} to ${statusWord(mark.to)} all the same`}
              onClick={() => onSet(mark.to)}
            >
              Set {statusWord(mark.to)} all the same
            </button>
          </span>
        </span>
      );
    case "changed":
      return (
        <span className="note">
          <UserRoundCheck aria-hidden="true" />
          <span>
            changed by {mark.by}
            <br />
            {ago(mark.at, now)}
          </span>
        </span>
      );
    default:
      return null;
  }
}
