import { useEffect, useRef } from "react";
import { isTextInput } from "@/shared/admin/isTextInput";

interface ScannerHandlers {
  /** A scanner typed a text and Enter. */
  onScan: (text: string) => void;
  /** A person pressed a single key, in lower case. */
  onKey: (key: string) => void;
}

/** In milliseconds. A scanner types faster than this, and a person slower. */
const pause = 80;

/**
 * Hears a scanner wherever the focus is, except in a field: it types a text like a keyboard and ends with Enter. A key
 * after which nothing follows is a shortcut.
 */
export function useScanner(handlers: ScannerHandlers) {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    let typed = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      if (typed.length === 1) latest.current.onKey(typed.toLowerCase());
      typed = "";
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
      if (!isPlain || isTextInput(event.target) || document.querySelector("[aria-modal=true]")) return;
      if (event.key === "Enter" && typed.length > 1) {
        // The button that has the focus is not pressed by a scanner.
        event.preventDefault();
        clearTimeout(timer);
        const text = typed;
        typed = "";
        latest.current.onScan(text);
      } else if (event.key.length === 1 && (event.key !== " " || typed !== "")) {
        if (typed !== "") event.preventDefault();
        typed += event.key;
        clearTimeout(timer);
        timer = setTimeout(end, pause);
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", onKeyDown);
    };
  }, []);
}
