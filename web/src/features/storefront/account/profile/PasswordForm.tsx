import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useAppDispatch } from "@/app/hooks";
import { type PasswordValues, passwordForm } from "@/features/storefront/account/accountSchemas";
import { PasswordInput } from "@/features/storefront/account/PasswordInput";
import { PasswordRules } from "@/features/storefront/account/PasswordRules";
import { errorReason, fieldErrors } from "@/shared/api/errors";
import { useEditProfileMutation } from "@/shared/api/session";
import type { AuthUser } from "@/shared/api/types";
import { showFieldErrors } from "@/shared/form/showFieldErrors";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { Field } from "@/shared/ui/Field";
import { Problem } from "@/shared/ui/Problem";
import { SubmitButton } from "@/shared/ui/SubmitButton";

const fields = ["currentPassword", "password"] as const;

export function PasswordForm({ user, onDone }: { user: AuthUser; onDone: () => void }) {
  const form = useForm<PasswordValues>({
    resolver: standardSchemaResolver(passwordForm),
    defaultValues: { currentPassword: "", password: "" },
  });
  const { errors } = form.formState;
  const { setFocus } = form;
  // The button that opened the form was removed.
  useEffect(() => setFocus("currentPassword"), [setFocus]);
  const password = useWatch({ control: form.control, name: "password" });
  const [edit, { isLoading }] = useEditProfileMutation();
  const dispatch = useAppDispatch();

  const onSubmit = form.handleSubmit(async (values) => {
    const { error } = await edit({ id: user.id, ...values });
    if (!error) {
      dispatch(toastShown("success", "Password changed"));
      return onDone();
    }
    if (!showFieldErrors(form, fieldErrors(error), fields)) form.setError("root", { message: errorReason(error) });
  });

  return (
    <form className="panel p-4" aria-label="Change your password" onSubmit={(event) => void onSubmit(event)} noValidate>
      <input type="hidden" autoComplete="username" value={user.email} readOnly />
      <div className="pass-fields">
        <Field label="Current password" error={errors.currentPassword?.message}>
          {(control) => (
            <PasswordInput
              autoComplete="current-password"
              maxLength={1000}
              {...control}
              {...form.register("currentPassword")}
            />
          )}
        </Field>
        <div>
          <Field label="New password" error={errors.password?.message}>
            {(control) => <PasswordInput autoComplete="new-password" {...control} {...form.register("password")} />}
          </Field>
          <PasswordRules password={password} />
        </div>
      </div>
      <Problem text={errors.root?.message} className="form-hint bad" />
      <div className="d-flex gap-2 mt-4">
        <SubmitButton busy={isLoading}>Save password</SubmitButton>
        <button type="button" className="btn btn-line" onClick={onDone}>
          Close
        </button>
      </div>
    </form>
  );
}
