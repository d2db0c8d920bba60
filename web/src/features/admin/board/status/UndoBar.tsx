import { Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { useSelector } from "react-redux";
import { useAppDispatch } from "@/app/hooks";
import { isTextInput } from "@/shared/admin/isTextInput";
import { type RowMessagesState, selectLastAction } from "@/shared/admin/orders/rowMessagesSlice";
import { pluralize } from "@/shared/format";
import { useKeyDown } from "@/shared/hooks/useKeyDown";
import { statusWord } from "@/shared/ui/StatusBadge";
import { undo } from "./undo";

/** Ctrl Z undoes the last change while undo is available. */
export function useUndoKey() {
  const dispatch = useAppDispatch();
  const isOffered = useSelector((state: RowMessagesState) => selectLastAction(state) !== null);
  useKeyDown((event) => {
    const isUndo = event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (!isOffered || !isUndo || isTextInput(event.target)) return;
    event.preventDefault();
    void dispatch(undo());
  });
}

/** Offers an undo of the last change for a limited time. */
export function UndoBar({ otherwise = null }: { otherwise?: ReactNode }) {
  const done = useSelector((state: RowMessagesState) => selectLastAction(state));
  const first = done?.changes[0];
  if (!done || !first) return otherwise;
  const what = done.changes.length === 1 ? `Order ${first.order.id}` : pluralize(done.changes.length, "item");
  return (
    <span className="undo-offer">
      {what} set to {statusWord(done.to)}
      <UndoButton />
      <kbd>Ctrl Z</kbd>
    </span>
  );
}

export function UndoButton() {
  const dispatch = useAppDispatch();
  return (
    <button type="button" className="textlink" aria-keyshortcuts="Control+Z" onClick={() => void dispatch(undo())}>
      <Undo2 className="ico ico-14" aria-hidden="true" />
      Undo
    </button>
  );
}
