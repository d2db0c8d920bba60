import { type FormEvent, useState } from "react";
import { useAppDispatch } from "@/app/hooks";
import { isEmail } from "@/shared/addresses/contactRules";
import { errorReason } from "@/shared/api/errors";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { Field } from "@/shared/ui/Field";
import { focusFirstInvalid } from "@/shared/ui/focusFirstInvalid";
import { SubmitButton } from "@/shared/ui/SubmitButton";
import { useRequestCodeMutation } from "./passwordResetApi";

interface EmailStepProps {
  /** The address that was entered before. */
  email: string;
  onSent: (email: string) => void;
}

export function EmailStep({ email: entered, onSent }: EmailStepProps) {
  const [typed, setTyped] = useState(entered);
  const [problem, setProblem] = useState("");
  const [request, { isLoading }] = useRequestCodeMutation();
  const dispatch = useAppDispatch();

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const refuse = (reason: string) => {
      setProblem(reason);
      focusFirstInvalid(form);
    };
    const email = typed.trim();
    if (!email) return refuse("Please enter your email");
    if (!isEmail(email)) return refuse("Please enter a valid email address");
    const { error } = await request({ email });
    if (error) return refuse(errorReason(error));
    dispatch(toastShown("success", `OTP sent to ${email}.`));
    onSent(email);
  };

  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate>
      <p className="muted mb-4">We send six digits to your mailbox. With them you set a new password.</p>
      <Field label="Email" error={problem}>
        {(control) => (
          <input
            className="form-control"
            type="email"
            autoComplete="username"
            {...control}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem("");
            }}
          />
        )}
      </Field>
      <SubmitButton className="btn-lg w-100 mt-3" busy={isLoading}>
        Send OTP
      </SubmitButton>
    </form>
  );
}
