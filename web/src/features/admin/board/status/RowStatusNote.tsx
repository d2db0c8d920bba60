import { Check, CircleAlert, Undo2, UserRoundCheck } from "lucide-react";
import type { BoardRow } from "@/features/admin/board/boardRows";
import { AskForHuids } from "@/features/admin/board/huids/AskForHuids";
import { AskForCourier } from "@/features/admin/board/shipping/AskForCourier";
import { ago } from "@/shared/admin/orders/age";
import type { RowStatus } from "@/shared/admin/orders/rowStatusSlice";
import type { OrderStatus } from "@/shared/api/types";
import { useNow } from "@/shared/hooks/useNow";
import { statusWord } from "@/shared/ui/StatusBadge";

interface RowStatusNoteProps {
  row: BoardRow;
  mark: RowStatus | undefined;
  /** The accessible name of the row: `item 1 of order 1058`. */
  name: string;
  onSet: (status: OrderStatus) => void;
}

/** Shows the result of the last change of a row next to its status. */
export function RowStatusNote({ row, mark, name, onSet }: RowStatusNoteProps) {
  const now = useNow();
  switch (mark?.kind) {
    case "saving":
      return <span className="note">Saving</span>;
    case "saved":
      return (
        <span className="note ok">
          <Check aria-hidden="true" />
          <span>Saved</span>
          {row.item.status === "shipped" && !row.item.courier && <AskForCourier row={row} name={name} />}
        </span>
      );
    case "undone":
      return (
        <span className="note ok">
          <Undo2 aria-hidden="true" />
          Set back
        </span>
      );
    case "failed": {
      const { to, reason } = mark;
      return (
        <span className="note bad">
          <CircleAlert aria-hidden="true" />
          <span className="text" title={reason}>
            Failed to update status <span className="why">{reason}</span>
          </span>
          {to && (
            <button type="button" className="textlink" aria-label={`Retry ${name}`} onClick={() => onSet(to)}>
              Retry
            </button>
          )}
        </span>
      );
    }
    case "refused": {
      const text = `Not saved: ${mark.by} set ${statusWord(mark.is)}`;
      const when = ago(mark.at, now);
      return (
        <span className="note warn refused">
          <CircleAlert aria-hidden="true" />
          <span className="text" title={`${text} ${when}`}>
            {text} <span className="when">{when}</span>
          </span>
          {mark.is !== "cancelled" && (
            <button
              type="button"
              className="textlink wraps"
              aria-label={`Set ${name} to ${statusWord(mark.to)} all the same`}
              onClick={() => onSet(mark.to)}
            >
              Set {statusWord(mark.to)} all the same
            </button>
          )}
        </span>
      );
    }
    case "unpaid":
      return (
        <span className="note warn">
          <CircleAlert aria-hidden="true" />
          <span className="text">Not paid yet</span>
          <button
            type="button"
            className="textlink wraps"
            aria-label={`Set ${name} to ${statusWord(mark.to)} although it is not paid`}
            onClick={() => onSet(mark.to)}
          >
            Set {statusWord(mark.to)} all the same
          </button>
        </span>
      );
    case "noHuid":
      return <AskForHuids row={row} name={name} onPack={() => onSet(mark.to)} />;
    case "changed":
      return (
        <span className="note" title={`changed by ${mark.by}`}>
          <UserRoundCheck aria-hidden="true" />
          <span>
            <span className="line">changed by {mark.by}</span>
            <span className="line">{ago(mark.at, now)}</span>
          </span>
        </span>
      );
    default:
      return null;
  }
}
