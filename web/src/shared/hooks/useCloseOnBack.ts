import { useEffect, useEffectEvent } from "react";

/** The CloseWatcher API, which not every browser has. */
type Watcher = { onclose: (() => void) | null; destroy(): void };
declare const CloseWatcher: { new (): Watcher } | undefined;

/** While mounted, the back button of a phone closes the component instead of leaving the page. */
export function useCloseOnBack(onClose: () => void) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (typeof CloseWatcher === "undefined") return;
    let watcher: Watcher | undefined;
    const watch = () => {
      watcher = new CloseWatcher();
      watcher.onclose = () => {
        // A watcher closes once, but the component may stay open until something is confirmed.
        timer = setTimeout(watch);
        close();
      };
    };
    // This runs after the event, because an Escape that opened the component would close it at once.
    let timer = setTimeout(watch);
    return () => {
      clearTimeout(timer);
      const left = watcher;
      if (!left) return;
      left.onclose = null;
      // This also runs after the event: after an Escape that closed the component, the browser closes the top watcher,
      // which must not be that of a dialog below.
      setTimeout(() => left.destroy());
    };
  }, []);
}
