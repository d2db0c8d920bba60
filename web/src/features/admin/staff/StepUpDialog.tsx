import { useEffect, useRef, useState } from "react";
import { errorText } from "@/shared/api/errors";
import { setStepUp } from "@/shared/session/stepUp";
import { Field } from "@/shared/ui/Field";
import { FormDialog } from "@/shared/ui/FormDialog";
import { useVerifyAgainMutation } from "./staffApi";

/** Asks for the password or a code again when a call needs it; several calls share one question. */
export function StepUpDialog({ hasSecondFactor }: { hasSecondFactor: boolean }) {
  const waiting = useRef<((isProved: boolean) => void)[]>([]);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    setStepUp(
      () =>
        new Promise((resolve) => {
          waiting.current.push(resolve);
          setOpen(true);
        }),
    );
    return () => setStepUp(undefined);
  }, []);
  const end = (isProved: boolean) => {
    setOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(isProved);
  };
  return isOpen && <Question hasSecondFactor={hasSecondFactor} onEnd={end} />;
}

function Question({ hasSecondFactor, onEnd }: { hasSecondFactor: boolean; onEnd: (isProved: boolean) => void }) {
  const [byCode, setByCode] = useState(hasSecondFactor);
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<string>();
  const [verify, { isLoading }] = useVerifyAgainMutation();
  const submit = async () => {
    if (!value) return setProblem(byCode ? "Please enter a code." : "Please enter your password.");
    const { error } = await verify(byCode ? { code: value } : { password: value });
    if (error) setProblem(errorText(error, "The shop did not answer. Please try again."));
    else onEnd(true);
  };
  return (
    <FormDialog
      title="Is it still you?"
      size="sm"
      action="Go on"
      busy={isLoading}
      onClose={() => onEnd(false)}
      onSubmit={submit}
    >
      <p>You signed in more than 15 minutes ago. Before this, please prove again who you are.</p>
      <Field
        key={String(byCode)}
        label={byCode ? "Code of your app, or a recovery code" : "Your password"}
        error={problem}
      >
        {(control) => (
          <input
            {...control}
            type={byCode ? "text" : "password"}
            className="form-control"
            autoComplete={byCode ? "one-time-code" : "current-password"}
            maxLength={byCode ? 40 : 1000}
            value={value}
            // biome-ignore lint/a11y/noAutofocus: the field of a dialog that was just opened
            autoFocus
            onChange={({ target }) => setValue(target.value)}
          />
        )}
      </Field>
      {hasSecondFactor && (
        <button
          type="button"
          className="aslink mt-3"
          onClick={() => {
            setByCode(!byCode);
            setValue("");
            setProblem(undefined);
          }}
        >
          {byCode ? "Use the password instead" : "Use a code instead"}
        </button>
      )}
    </FormDialog>
  );
}
