import { Check, CircleAlert, Undo2, UserRoundCheck } from "lucide-react";
import type { BoardRow } from "@/features/admin/board/boardRows";
import { AskForHuids } from "@/features/admin/board/huids/AskForHuids";
import { AskForCourier } from "@/features/admin/board/shipping/AskForCourier";
import { ago } from "@/shared/admin/orders/age";
import type { RowMessage } from "@/shared/admin/orders/rowMessagesSlice";
import type { OrderStatus } from "@/shared/api/types";
import { useNow } from "@/shared/hooks/useNow";
import { statusWord } from "@/shared/ui/StatusBadge";

interface RowMessageNoteProps {
  row: BoardRow;
  message: RowMessage | undefined;
  /** The accessible name of the row: `item 1 of order 1058`. */
  name: string;
  onSet: (status: OrderStatus) => void;
}

/** Shows the result of the last change of a row next to its status. */
export function RowMessageNote({ row, message, name, onSet }: RowMessageNoteProps) {
  const now = useNow();
  switch (message?.kind) {
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
      const { to, reason } = message;
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
      const text = `Not saved: ${message.by} set ${statusWord(message.is)}`;
      const when = ago(message.at, now);
      return (
        <span className="note warn refused">
          <CircleAlert aria-hidden="true" />
          <span className="text" title={`${text} ${when}`}>
            {text} <span className="when">{when}</span>
          </span>
          {message.is !== "cancelled" && (
            <button
              type="button"
              className="textlink wraps"
              aria-label={`Set ${name} to ${statusWord(message.to)} all the same`}
              onClick={() => onSet(message.to)}
            >
              Set {statusWord(message.to)} all the same
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
            aria-label={`Set ${name} to ${statusWord(message.to)} although it is not paid`}
            onClick={() => onSet(message.to)}
          >
            Set {statusWord(message.to)} all the same
          </button>
        </span>
      );
    case "noHuid":
      return <AskForHuids row={row} name={name} onPack={() => onSet(message.to)} />;
    case "changed":
      return (
        <span className="note" title={`changed by ${message.by}`}>
          <UserRoundCheck aria-hidden="true" />
          <span>
            <span className="line">changed by {message.by}</span>
            <span className="line">{ago(message.at, now)}</span>
          </span>
        </span>
      );
    default:
      return null;
  }
}
