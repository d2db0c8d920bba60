import { useCallback, useState } from "react";
import { useKeyDown } from "@/shared/hooks/useKeyDown";

export interface Selection {
  ids: Set<number>;
  toggle: (id: number, selected: boolean) => void;
  set: (ids: number[]) => void;
}

const none = new Set<number>();

/** The selected rows of a filter. Under another filter none of them is selected; Escape clears the selection. */
export function useSelection(of: string): Selection {
  const [picked, setPicked] = useState({ of, ids: none });
  const ids = picked.of === of ? picked.ids : none;
  const set = useCallback((next: number[]) => setPicked({ of, ids: new Set(next) }), [of]);
  const toggle = useCallback(
    (id: number, selected: boolean) =>
      setPicked((before) => {
        const next = new Set(before.of === of ? before.ids : none);
        if (selected) next.add(id);
        else next.delete(id);
        return { of, ids: next };
      }),
    [of],
  );

  useKeyDown((event) => {
    if (ids.size === 0 || event.key !== "Escape" || event.defaultPrevented) return;
    // An open dialog or menu handles Escape itself.
    if (!document.querySelector("[role=dialog]")) set([]);
  });
  return { ids, toggle, set };
}
