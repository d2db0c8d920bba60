import type { ReactNode } from "react";
import { lazyDialog } from "@/shared/ui/lazyPart";

const Dialog = lazyDialog(() => import("./Dialog").then((file) => file.Dialog));

interface ConfirmRemoveDialogProps {
  title: string;
  /** The question. */
  children: ReactNode;
  onKeep: () => void;
  onRemove: () => void;
}

export function ConfirmRemoveDialog({ title, children, onKeep, onRemove }: ConfirmRemoveDialogProps) {
  return (
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
  );
}
