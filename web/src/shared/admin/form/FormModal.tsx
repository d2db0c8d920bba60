import { CircleAlert } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from "react";
import Modal from "react-bootstrap/Modal";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useAdminMeQuery } from "@/shared/admin/adminMeApi";
import { confirmed } from "@/shared/admin/confirm/confirmed";
import type { FieldChanges } from "@/shared/form/useSyncedForm";
import { DraftRestoredNotice } from "@/shared/session/DraftRestoredNotice";
import type { Subject } from "@/shared/session/formDraft";
import { useDraftForm } from "@/shared/session/useFormDraft";
import { SubmitButton } from "@/shared/ui/SubmitButton";
import { scrollIntoView } from "@/shared/ui/scrollIntoView";
import { FieldChangesContext } from "./fieldChanges";
import { useUnsavedGuard } from "./useUnsavedGuard";

interface FormModalProps<V extends FieldValues> {
  title: string;
  size?: "lg" | "xl";
  form: UseFormReturn<V>;
  /** The edited row; null for a new one. It is restored with the draft when the session ended meanwhile. */
  subject: Subject | null;
  /** Distinguishes it from other forms of the page. */
  part?: string;
  /** Whether files were chosen, which closing would lose. */
  hasFiles?: boolean;
  /** The values to which others have set edited fields. */
  changes?: FieldChanges;
  saving: boolean;
  submitLabel: string;
  /** The error of the last attempt. */
  failure?: string;
  /** Shown in the footer, left of the buttons. */
  note?: ReactNode;
  onClose: () => void;
  onSubmit: (event: FormEvent) => unknown;
  children: ReactNode;
}

const noChanges: FieldChanges = {};
const question = (lost: string) => ({ title: "Close without saving?", says: [`${lost} lost.`], action: "Discard" });

/** A form in a dialog. Closing it in any way asks first if there are unsaved changes. */
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
  const typed = useDraftForm(form, { role: "admin", part, personId: me?.id, subject, hasFiles });
  const { isDirty } = form.formState;
  const dirty = isDirty || hasFiles;
  const close = async () => {
    const asked = question(isDirty ? "What you entered is" : "What you chose is");
    if (saving || (dirty && !(await confirmed(asked)))) return false;
    props.onClose();
    return true;
  };
  const fields = useFirstFieldFocused();
  useUnsavedGuard(dirty, close);
  return (
    <Modal show onHide={() => void close()} size={size} centered className="form-sheet" aria-labelledby={id}>
      <form
        noValidate
        // A key that is held down must not submit again after the response to the first submit.
        onKeyDown={(event) => {
          const isText = event.target instanceof HTMLTextAreaElement;
          if (event.key === "Enter" && event.repeat && !isText) event.preventDefault();
        }}
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
          <DraftRestoredNotice typed={typed} />
          {failure && (
            <p className="form-failure" role="alert" ref={scrollIntoView}>
              <CircleAlert className="ico" aria-hidden="true" />
              {failure}
            </p>
          )}
          <FieldChangesContext value={props.changes ?? noChanges}>
            <div ref={fields}>{props.children}</div>
          </FieldChangesContext>
        </Modal.Body>
        <Modal.Footer>
          {note && <div className="foot-note">{note}</div>}
          <button type="button" className="btn btn-line" disabled={saving} onClick={() => void close()}>
            Cancel
          </button>
          <SubmitButton busy={saving}>{saving ? "Saving" : submitLabel}</SubmitButton>
        </Modal.Footer>
      </form>
    </Modal>
  );
}

/** Focus the first field, except on touch devices, where the on-screen keyboard would cover the form. */
function useFirstFieldFocused() {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (window.matchMedia("(pointer: coarse)").matches) return;
    fields.current?.querySelector<HTMLElement>(":is(input, textarea, select):not([readonly])")?.focus();
  }, []);
  return fields;
}
