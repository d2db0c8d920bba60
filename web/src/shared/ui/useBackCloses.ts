import { useEffect, useRef } from "react";

/** The browser's own way to ask that something be closed; not every browser has it. */
type Watcher = { onclose: (() => void) | null; destroy(): void };
declare const CloseWatcher: { new (): Watcher } | undefined;

/** While the component is there, a phone's way back closes it instead of leaving the page. */
export function useBackCloses(onClose: () => void) {
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    if (typeof CloseWatcher === "undefined") return;
    const watcher = new CloseWatcher();
    watcher.onclose = () => latest.current();
    return () => watcher.destroy();
  }, []);
}
