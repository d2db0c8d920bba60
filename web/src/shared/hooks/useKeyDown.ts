import { useEffect, useEffectEvent } from "react";

/**
 * Hears keys wherever the focus is, for shortcuts. The listener sees what the page shows, even of a change that was made
 * just before the key. `isFirst` puts it before the listeners of elements.
 */
export function useKeyDown(listener: (event: KeyboardEvent) => void, { isFirst = false } = {}) {
  const onKeyDown = useEffectEvent(listener);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listen, isFirst);
    return () => document.removeEventListener("keydown", listen, isFirst);
  }, [isFirst]);
}
