import { Check, CircleAlert, Info, TriangleAlert, X } from "lucide-react";
import { type FocusEvent, useEffect, useRef, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import { selectToasts, type Toast, toastRemoved } from "./toastsSlice";

const slideOutAfter = 3500;
const removeAfter = 10_000;
const icons = { success: Check, info: Info, warning: TriangleAlert, error: CircleAlert };

/**
 * Shows at most four toasts, newest first. The live region always exists, so that screen readers announce new toasts.
 */
export function Toasts() {
  const toasts = useSelector(selectToasts);
  return (
    <section className="toasts" aria-label="Notifications" aria-live="polite" aria-relevant="additions">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const dispatch = useDispatch();
  const [held, setHeld] = useState(false);
  const [out, setOut] = useState(false);
  const age = useRef(0);

  useEffect(() => {
    if (held) return;
    const since = Date.now();
    const slide = setTimeout(() => setOut(true), Math.max(0, slideOutAfter - age.current));
    const remove = setTimeout(() => dispatch(toastRemoved(toast.id)), Math.max(0, removeAfter - age.current));
    return () => {
      clearTimeout(slide);
      clearTimeout(remove);
      age.current += Date.now() - since;
    };
  }, [held, dispatch, toast.id]);

  const Icon = icons[toast.kind];
  const release = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only stops the timer; the button is the control
    <div
      className={`toastx is-${toast.kind}${out ? " out" : ""}`}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={release}
    >
      <Icon className="ico" aria-hidden="true" />
      <span>{toast.text}</span>
      <button type="button" aria-label="Dismiss" onClick={() => dispatch(toastRemoved(toast.id))}>
        <X className="ico ico-16" aria-hidden="true" />
      </button>
    </div>
  );
}
