import { Undo2 } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useDispatch, useSelector } from "react-redux";
import { counted } from "@/shared/format";
import { isTyping } from "@/shared/portal/isTyping";
import { statusWord } from "@/shared/ui/StatusBadge";
import { type MarksState, selectDone } from "./marksSlice";
import { undo } from "./undo";

/** Ctrl Z takes back what the last click did, for as long as it is offered. */
export function useUndoKey() {
  // biome-ignore lint/suspicious/noExplicitAny: thunks of a store that holds more than this feature knows
  const dispatch = useDispatch<any>();
  const isOffered = useSelector((state: MarksState) => selectDone(state) !== null);
  useEffect(() => {
    if (!isOffered) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping(event.target)) return;
      event.preventDefault();
      void dispatch(undo());
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isOffered, dispatch]);
}

/** For a while after a click: what it did, and the way back. */
export function UndoOffer({ otherwise = null }: { otherwise?: ReactNode }) {
  const done = useSelector((state: MarksState) => selectDone(state));
  const first = done?.changes[0];
  if (!done || !first) return otherwise;
  const what = done.changes.length === 1 ? `Order ${first.orderId}` : counted(done.changes.length, "item");
  return (
    <span className="undo-offer">
      {what} set to {statusWord(done.to)}
      <UndoButton />
      <kbd>Ctrl Z</kbd>
    </span>
  );
}

export function UndoButton() {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const dispatch = useDispatch<any>();
  return (
    <button type="button" className="textlink" aria-keyshortcuts="Control+Z" onClick={() => void dispatch(undo())}>
      <Undo2 className="ico ico-14" aria-hidden="true" />
      Undo
    </button>
  );
}
