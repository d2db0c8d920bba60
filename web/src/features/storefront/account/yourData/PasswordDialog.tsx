import { type ReactNode, useState } from "react";
import { PasswordInput } from "@/features/storefront/account/PasswordInput";
import { errorReason, fieldErrors } from "@/shared/api/errors";
import { Field } from "@/shared/ui/Field";
import { FormDialog } from "@/shared/ui/FormDialog";

interface PasswordDialogProps {
  title: string;
  /** The label of the button. */
  action: string;
  isDanger?: boolean;
  isBusy: boolean;
  error: unknown;
  children: ReactNode;
  onClose: () => void;
  onPassword: (currentPassword: string) => void;
}

/** Asks for the current password before an action that could harm the shopper. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, action, isDanger, isBusy, error, children, onClose, onPassword } = props;
  const [password, setPassword] = useState("");
  const [isMissing, setMissing] = useState(false);
  const refused = isMissing ? "Please enter your current password" : fieldErrors(error).currentPassword;
  return (
    <FormDialog
      title={title}
      size="sm"
      action={action}
      isDanger={isDanger}
      busy={isBusy}
      problem={error && !refused ? errorReason(error) : undefined}
      onClose={onClose}
      onSubmit={() => {
        setMissing(!password);
        if (password) onPassword(password);
      }}
    >
      {children}
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
    </FormDialog>
  );
}
