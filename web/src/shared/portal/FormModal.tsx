import { CircleAlert } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from "react";
import Modal from "react-bootstrap/Modal";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { Subject } from "@/shared/session/typed";
import { useTypedForm } from "@/shared/session/useTyped";
import { intoView } from "@/shared/ui/intoView";
import { SubmitButton } from "@/shared/ui/SubmitButton";
import { TypedAgain } from "@/shared/ui/TypedAgain";
import { useAdminMeQuery } from "./me";
import { useBackAsks } from "./useBackAsks";

interface FormModalProps<V extends FieldValues> {
  title: string;
  size?: "lg" | "xl";
  form: UseFormReturn<V>;
  /** The row that is changed; null: a new one. It comes back with what was entered when the session ends amid it. */
  subject: Subject | null;
  /** Which form of its page this is, where that has another one. */
  part?: string;
  /** Whether files were chosen that closing would lose. */
  hasFiles?: boolean;
  saving: boolean;
  submitLabel: string;
  /** Why the last attempt failed. */
  failure?: string;
  /** Stands in the foot, left of the buttons. */
  note?: ReactNode;
  onClose: () => void;
  onSubmit: (event: FormEvent) => unknown;
  children: ReactNode;
}

const question = "Close without saving? What you entered is lost.";

/**
 * A form in a dialog. Escape, the backdrop and both buttons close it, and ask first where input would be lost; so does
 * the browser's way back.
 */
export function FormModal<V extends FieldValues>({
  title,
  size,
  form,
  saving,
  submitLabel,
  ...props
}: FormModalProps<V>) {
  const { subject, part, hasFiles = false, failure, note } = props;
  const id = useId();
  const { data: me } = useAdminMeQuery();
  const typed = useTypedForm(form, { role: "admin", part, personId: me?.id, subject, hasFiles });
  const dirty = form.formState.isDirty || hasFiles;
  const close = () => {
    if (saving || (dirty && !window.confirm(question))) return false;
    props.onClose();
    return true;
  };
  const fields = useFirstFieldFocused();
  useLeaveQuestion(dirty);
  useBackAsks(dirty, close);
  return (
    <Modal show onHide={close} size={size} centered className="form-sheet" aria-labelledby={id}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!saving) void props.onSubmit(event);
        }}
      >
        <Modal.Header closeButton closeLabel="Close">
          <Modal.Title as="h2" id={id}>
            {title}
          </Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <TypedAgain typed={typed} />
          {failure && (
            <p className="form-failure" role="alert" ref={intoView}>
              <CircleAlert className="ico" aria-hidden="true" />
              {failure}
            </p>
          )}
          <div ref={fields}>{props.children}</div>
        </Modal.Body>
        <Modal.Footer>
          {note && <div className="foot-note">{note}</div>}
          <button type="button" className="btn btn-line" disabled={saving} onClick={close}>
            Cancel
          </button>
          <SubmitButton busy={saving}>{saving ? "Saving" : submitLabel}</SubmitButton>
        </Modal.Footer>
      </form>
    </Modal>
  );
}

/** Who opened the form means to type; a finger is not met by a keyboard that hides half of it. */
function useFirstFieldFocused() {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (window.matchMedia("(pointer: coarse)").matches) return;
    fields.current?.querySelector<HTMLElement>(":is(input, textarea, select):not([readonly])")?.focus();
  }, []);
  return fields;
}

function useLeaveQuestion(dirty: boolean) {
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [dirty]);
}
