import { type ReactNode, useId } from "react";
import { Dialog } from "./Dialog";
import { Problem } from "./Problem";
import { SubmitButton } from "./SubmitButton";

interface FormDialogProps {
  title: string;
  size?: "sm" | "lg";
  /** The label of the submit button. */
  action: string;
  isDanger?: boolean;
  busy: boolean;
  disabled?: boolean;
  closeLabel?: string;
  /** Shown in the footer, left of the buttons. */
  note?: string;
  /** Why it cannot be submitted, or why the last attempt failed. */
  problem?: string;
  onClose: () => void;
  onSubmit: () => unknown;
  children: ReactNode;
}

/** A dialog with a form, which is submitted by its footer or by Enter, once at a time. */
export function FormDialog({ action, isDanger, busy, disabled, closeLabel = "Close", ...props }: FormDialogProps) {
  const { title, size, note, problem, onClose, onSubmit, children } = props;
  const formId = useId();
  return (
    <Dialog
      title={title}
      size={size}
      onClose={onClose}
      footer={
        <>
          {note && <span className="sub me-auto">{note}</span>}
          <button type="button" className="btn btn-line" onClick={onClose}>
            {closeLabel}
          </button>
          <SubmitButton form={formId} isDanger={isDanger} busy={busy} disabled={disabled}>
            {action}
          </SubmitButton>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void onSubmit();
        }}
      >
        {children}
        <Problem text={problem} className="bad small mt-2 mb-0" />
      </form>
    </Dialog>
  );
}
