import { type FormEvent, useState } from "react";
import { useAppDispatch } from "@/app/hooks";
import { errorReason } from "@/shared/api/errors";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { Field } from "@/shared/ui/Field";
import { useRequestCodeMutation } from "./passwordResetApi";
import { isEmail } from "./rules";
import { SubmitButton } from "./SubmitButton";

export function EmailStep({ onSent }: { onSent: (email: string) => void }) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState("");
  const [request, { isLoading }] = useRequestCodeMutation();
  const dispatch = useAppDispatch();

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const email = typed.trim();
    if (!email) return setProblem("Please enter your email");
    if (!isEmail(email)) return setProblem("Please enter a valid email address");
    const { error } = await request({ email });
    if (error) return setProblem(errorReason(error));
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
      <SubmitButton busy={isLoading}>Send OTP</SubmitButton>
    </form>
  );
}
