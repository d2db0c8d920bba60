import { type FormEvent, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useAppDispatch } from "@/app/hooks";
import { isPassword, passwordRuleText } from "@/features/storefront/account/accountSchemas";
import { PasswordInput } from "@/features/storefront/account/PasswordInput";
import { errorReason, isApiError } from "@/shared/api/errors";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { Field } from "@/shared/ui/Field";
import { focusFirstInvalid } from "@/shared/ui/focusFirstInvalid";
import { SubmitButton } from "@/shared/ui/SubmitButton";
import { useSetPasswordMutation } from "./passwordResetApi";

const redirectAfter = 2000;

/** `onEnd` is called when the shop accepts no more password for this code: it is set, or the code has expired. */
export function NewPasswordStep({ email, onEnd }: { email: string; onEnd: () => void }) {
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const [problem, setProblem] = useState("");
  const [setNew, { isLoading, isSuccess }] = useSetPasswordMutation();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { search, state } = useLocation();
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(() => void navigate(`/login${search}`, { state }), redirectAfter);
    return () => clearTimeout(timer);
  }, [isSuccess, navigate, search, state]);

  const isReady = password !== "" && password === again;
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const refuse = (reason: string) => {
      setProblem(reason);
      focusFirstInvalid(form);
    };
    if (isLoading || isSuccess) return;
    if (!isPassword(password)) return refuse(passwordRuleText);
    if (password !== again) return refuse("password do not match");
    const { error } = await setNew({ email, password });
    if (!error || (isApiError(error) && error.status === 403)) onEnd();
    if (error) return refuse(errorReason(error));
    dispatch(toastShown("success", "password reset successfully"));
  };

  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate>
      <p className="muted mb-4">For {email}. You are signed out everywhere else.</p>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <Field label="New password" className="mb-3" error={problem} hint={passwordRuleText}>
        {(control) => (
          <PasswordInput
            autoComplete="new-password"
            {...control}
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              setProblem("");
            }}
          />
        )}
      </Field>
      <Field label="Confirm password" error={again && again !== password ? "Passwords do not match" : undefined}>
        {(control) => (
          <PasswordInput
            autoComplete="new-password"
            {...control}
            value={again}
            onChange={(event) => setAgain(event.target.value)}
          />
        )}
      </Field>
      <SubmitButton className="btn-lg w-100 mt-4" busy={isLoading} disabled={!isReady}>
        Reset password
      </SubmitButton>
      <p className="form-hint text-center" role="status">
        {isSuccess && "password reset successfully"}
      </p>
    </form>
  );
}
