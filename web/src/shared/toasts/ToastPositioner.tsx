import { useEffect } from "react";
import { useSelector } from "react-redux";
import { selectToasts } from "./toastsSlice";

/**
 * Keeps the toasts off controls and the gold rate. The code for this is loaded with the first toast; if it cannot be
 * loaded, the toasts stay where the styles put them.
 */
export function ToastPositioner() {
  const isShown = useSelector(selectToasts).length > 0;
  useEffect(() => {
    if (!isShown) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    const start = (module: typeof import("./placeToasts")) => {
      if (!isOver) stop = module.placeToasts();
    };
    import("./placeToasts").then(start, () => undefined);
    return () => {
      isOver = true;
      stop?.();
    };
  }, [isShown]);
  return null;
}
