import { type ReactNode, useState } from "react";
import { Dialog } from "@/shared/ui/Dialog";

interface ShownOnceDialogProps {
  title: string;
  /** The label of the box that is to be ticked. */
  confirmation: string;
  children: ReactNode;
  onDone: () => void;
}

/** Shows a secret that the shop does not show again. It closes only after a confirmation that the secret is stored. */
export function ShownOnceDialog({ title, confirmation, children, onDone }: ShownOnceDialogProps) {
  const [isStored, setStored] = useState(false);
  const [isRefused, setRefused] = useState(false);
  return (
    <Dialog
      title={title}
      onClose={() => (isStored ? onDone() : setRefused(true))}
      footer={
        <>
          <label className="me-auto d-flex gap-2 align-items-center">
            <input
              type="checkbox"
              className="form-check-input m-0"
              checked={isStored}
              onChange={({ target }) => setStored(target.checked)}
            />
            {confirmation}
          </label>
          <button type="button" className="btn btn-primary" disabled={!isStored} onClick={onDone}>
            Done
          </button>
        </>
      }
    >
      {children}
      <p className="small mt-2 mb-0" role="status">
        {isRefused && !isStored && "It is not shown again. Please store it, and tick the box below."}
      </p>
    </Dialog>
  );
}
