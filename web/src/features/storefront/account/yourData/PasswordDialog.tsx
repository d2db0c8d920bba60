import { type FormEvent, type ReactNode, useId, useState } from "react";
import { PasswordInput } from "@/features/storefront/account/PasswordInput";
import { errorReason, fieldErrors } from "@/shared/api/errors";
import { Dialog } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Problem } from "@/shared/ui/Problem";

interface PasswordDialogProps {
  title: string;
  /** What the button does. */
  action: string;
  isDanger?: boolean;
  isBusy: boolean;
  error: unknown;
  children: ReactNode;
  onClose: () => void;
  onPassword: (currentPassword: string) => void;
}

/** Asks for the current password before something that could harm the shopper. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, action, isDanger = false, isBusy, error, children, onClose, onPassword } = props;
  const formId = useId();
  const [password, setPassword] = useState("");
  const [isMissing, setMissing] = useState(false);
  const refused = isMissing ? "Please enter your current password" : fieldErrors(error).currentPassword;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(!password);
    if (password && !isBusy) onPassword(password);
  };
  return (
    <Dialog
      title={title}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn btn-line" onClick={onClose}>
            Close
          </button>
          <button
            type="submit"
            form={formId}
            className={isDanger ? "btn btn-danger-line" : "btn btn-primary"}
            aria-disabled={isBusy}
          >
            {isBusy && <span className="spin" aria-hidden="true" />}
            {action}
          </button>
        </>
      }
    >
      {children}
      <form id={formId} noValidate onSubmit={submit}>
        <Field label="Current password" error={refused}>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="current-password"
              maxLength={1000}
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          )}
        </Field>
        <Problem text={error && !refused ? errorReason(error) : undefined} className="form-hint bad" />
      </form>
    </Dialog>
  );
}
