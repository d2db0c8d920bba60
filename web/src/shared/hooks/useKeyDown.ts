import { useEffect, useEffectEvent } from "react";

/**
 * Listens to keys wherever the focus is, for shortcuts. The listener sees the latest rendered state, even of a change
 * just before the key. With `isFirst` it is called before the listeners of elements.
 */
export function useKeyDown(listener: (event: KeyboardEvent) => void, { isFirst = false } = {}) {
  const onKeyDown = useEffectEvent(listener);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listen, isFirst);
    return () => document.removeEventListener("keydown", listen, isFirst);
  }, [isFirst]);
}
