import { useEffectEvent, useLayoutEffect } from "react";
import { isCovered, isShortcut } from "@/shared/admin/shortcutKeys";

export interface ScannerHandlers {
  /** A scanner typed a text and Enter. */
  onScan: (text: string) => void;
  /** A person pressed a single key, in lower case. */
  onKey: (key: string) => void;
}

/** In milliseconds. The second key of a scanner comes sooner than this after the first, that of a person later. */
const pause = 80;

/** In milliseconds. The longest pause between the further keys of a scan: radio scanners stutter. */
const scanPause = 400;

/** In milliseconds. If a timer is this late, the page was busy, and keys that were pressed in time may be pending. */
const late = 25;

/**
 * Detects a scanner wherever the focus is, except in a field or a list: it types a text like a keyboard and ends with
 * Enter. A single key is a shortcut. The time of pressing counts, not the time at which a busy page receives the event.
 */
export function useScanner(handlers: ScannerHandlers) {
  const onScan = useEffectEvent(handlers.onScan);
  const onKey = useEffectEvent(handlers.onKey);
  // A layout effect, so that no key is lost between the first painting of the page and an effect after it.
  useLayoutEffect(() => {
    let typed = "";
    let pressedAt = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => (typed.length > 1 ? scanPause : pause);
    const end = () => {
      clearTimeout(timer);
      if (typed.length === 1) onKey(typed.toLowerCase());
      typed = "";
    };
    const endAfterPause = () => {
      const due = performance.now() + wait();
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (performance.now() - due > late) endAfterPause();
        // A key that was pressed in time may wait behind a timer that is less late.
        else timer = setTimeout(end);
      }, wait());
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event) || isCovered()) return;
      // Letters in an open list go to an option.
      if (event.target instanceof Element && event.target.closest("[role=listbox]")) return;
      if (event.timeStamp - pressedAt > wait()) end();
      if (event.key === "Enter" && typed.length > 1) {
        // The button that has the focus is not pressed by a scanner.
        event.preventDefault();
        clearTimeout(timer);
        const text = typed;
        typed = "";
        onScan(text);
      } else if (event.key.length === 1 && (event.key !== " " || typed !== "")) {
        if (typed !== "") event.preventDefault();
        typed += event.key;
        pressedAt = event.timeStamp;
        endAfterPause();
      }
    };
    // This listener runs before the shortcuts of the page, because a key within a scan is not a shortcut.
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", onKeyDown, { capture: true });
    };
  }, []);
}
