import { useCallback, useEffect, useState } from "react";

export interface Selection {
  ids: Set<number>;
  toggle: (id: number, selected: boolean) => void;
  set: (ids: number[]) => void;
}

const none = new Set<number>();

/** The selected rows of a filter; another filter clears the selection, and so does Escape. */
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

  const any = ids.size > 0;
  useEffect(() => {
    if (!any) return;
    const onKeyDown = (event: KeyboardEvent) => {
      // An open dialog or menu handles Escape itself.
      if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("[role=dialog]")) set([]);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [any, set]);
  return { ids, toggle, set };
}
