import { useState } from "react";
import { errorText } from "@/shared/api/errors";
import type { NewSecretOut } from "@/shared/api/schema";
import { CopyButton } from "@/shared/ui/CopyButton";
import { Field } from "@/shared/ui/Field";
import { FormDialog } from "@/shared/ui/FormDialog";
import { useConfirmSecondFactorMutation } from "./staffApi";

interface SetUpDialogProps {
  secret: NewSecretOut;
  onClose: () => void;
  /** Receives the recovery codes. */
  onOn: (codes: string[]) => void;
}

/** Two steps: scan the code, then type what the app shows. */
export function SetUpDialog({ secret, onClose, onOn }: SetUpDialogProps) {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const [confirm, { isLoading }] = useConfirmSecondFactorMutation();
  const isWhole = /^\d{6}$/.test(code.replace(/\s/g, ""));
  const submit = async () => {
    const { data, error } = await confirm(code);
    if (data) onOn(data.recoveryCodes);
    else setProblem(errorText(error, "The shop did not answer. Please try again."));
  };
  return (
    <FormDialog
      title="Set up the second factor"
      action="Turn on"
      closeLabel="Later"
      busy={isLoading}
      disabled={!isWhole}
      onClose={onClose}
      onSubmit={submit}
    >
      <ol className="factor-steps">
        <li>
          <b>Scan with an app for codes</b>
          <div className="factor-scan">
            <img
              src={`data:image/svg+xml,${encodeURIComponent(secret.code)}`}
              alt="QR code of the key"
              width="170"
              height="170"
            />
            <div>
              <span className="sub">or type this key</span>
              <code className="factor-key">{secret.secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
              <CopyButton className="btn btn-line btn-sm" text={secret.secret} what="the key" />
            </div>
          </div>
        </li>
        <li>
          <Field label="Type the six digits it shows" error={problem}>
            {(control) => (
              <input
                {...control}
                className="form-control factor-code"
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={7}
                value={code}
                onChange={({ target }) => setCode(target.value)}
              />
            )}
          </Field>
        </li>
      </ol>
    </FormDialog>
  );
}
