import { useEffect, useRef } from "react";

/** Blocks the page while an address is saved or an order is placed. */
export function ProcessingDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="processing"
      aria-labelledby="processing"
      onCancel={(event) => event.preventDefault()}
    >
      <span className="spin" aria-hidden="true" />
      <p id="processing" role="status">
        Your Order is being processed...
      </p>
    </dialog>
  );
}
