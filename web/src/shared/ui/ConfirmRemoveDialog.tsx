import { lazy, type ReactNode, Suspense } from "react";

const Dialog = lazy(() => import("./Dialog").then((file) => ({ default: file.Dialog })));

interface ConfirmRemoveDialogProps {
  title: string;
  /** The question. */
  children: ReactNode;
  onKeep: () => void;
  onRemove: () => void;
}

export function ConfirmRemoveDialog({ title, children, onKeep, onRemove }: ConfirmRemoveDialogProps) {
  return (
    <Suspense>
      <Dialog
        title={title}
        size="sm"
        onClose={onKeep}
        footer={
          <>
            <button type="button" className="btn btn-line" onClick={onKeep}>
              Keep it
            </button>
            <button type="button" className="btn btn-primary" onClick={onRemove}>
              Remove
            </button>
          </>
        }
      >
        <p className="mb-0">{children}</p>
      </Dialog>
    </Suspense>
  );
}
