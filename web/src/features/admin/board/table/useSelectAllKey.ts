import type { BoardRow } from "@/features/admin/board/boardRows";
import { isTextInput } from "@/shared/admin/isTextInput";
import type { Selection } from "@/shared/admin/list/useSelection";
import { isCovered } from "@/shared/admin/shortcutKeys";
import { useKeyDown } from "@/shared/hooks/useKeyDown";

/** Ctrl A selects all loaded rows, as the box above them does. In a text field it selects the text. */
export function useSelectAllKey(rows: BoardRow[], { set }: Selection) {
  useKeyDown((event) => {
    const isControl = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!isControl || event.key.toLowerCase() !== "a" || event.defaultPrevented || isTextInput(event.target)) return;
    if (rows.length === 0 || isCovered()) return;
    event.preventDefault();
    set(rows.map(({ id }) => id));
  });
}
