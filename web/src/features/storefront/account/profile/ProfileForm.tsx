import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type ComponentProps, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useForm, useWatch } from "react-hook-form";
import { useAppDispatch } from "@/app/hooks";
import { type ProfileValues, profileForm } from "@/features/storefront/account/accountSchemas";
import { PasswordInput } from "@/features/storefront/account/PasswordInput";
import { errorReason, fieldErrors } from "@/shared/api/errors";
import { useCustomerMeQuery, useEditProfileMutation } from "@/shared/api/session";
import type { AuthUser } from "@/shared/api/types";
import { changedFields } from "@/shared/form/changedFields";
import { showFieldErrors } from "@/shared/form/showFieldErrors";
import { useSyncedForm } from "@/shared/form/useSyncedForm";
import { DraftRestoredNotice } from "@/shared/session/DraftRestoredNotice";
import { useDraftForm } from "@/shared/session/useFormDraft";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { Field } from "@/shared/ui/Field";
import { Problem } from "@/shared/ui/Problem";
import { SubmitButton } from "@/shared/ui/SubmitButton";

const fields = ["name", "email", "phone", "currentPassword"] as const;
const lines: ["name" | "email" | "phone", string, ComponentProps<"input">][] = [
  ["name", "Full name", { autoComplete: "name" }],
  ["email", "Email", { type: "email", autoComplete: "username" }],
  ["phone", "Phone", { type: "tel", autoComplete: "tel" }],
];

const valuesOf = ({ name, email, phone }: AuthUser): ProfileValues => ({
  name,
  email,
  phone: phone ?? "",
  currentPassword: "",
});

interface ProfileFormProps {
  user: AuthUser;
  /** Whether the button that opened the form was removed. */
  takesFocus: boolean;
  onDone: () => void;
}

export function ProfileForm({ user, takesFocus, onDone }: ProfileFormProps) {
  // Another address needs the current password: it could be used to take over the account. The shop may also require it
  // if the stored address has changed meanwhile.
  const [isAsked, setAsked] = useState(false);
  const opensAccount = ({ email }: { email: string }) =>
    isAsked || email.trim().toLowerCase() !== user.email.toLowerCase();
  const form = useForm<ProfileValues>({
    resolver: standardSchemaResolver(profileForm(opensAccount, user.phone)),
    defaultValues: valuesOf(user),
  });
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => {
    if (takesFocus) setFocus("name");
  }, [takesFocus, setFocus]);
  // An address may be confirmed elsewhere meanwhile, and staff may correct name and phone.
  const { opened } = useSyncedForm(form, user, () => valuesOf(user));
  const typed = useDraftForm(form, { role: "customer", personId: user.id });
  const asksPassword = opensAccount({ email: useWatch({ control: form.control, name: "email" }) });
  const { refetch: loadShopper } = useCustomerMeQuery();
  const [edit, { isLoading }] = useEditProfileMutation();
  const dispatch = useAppDispatch();

  const onSaved = (said: string) => {
    dispatch(toastShown("success", said));
    onDone();
  };
  const onSubmit = form.handleSubmit(async (values) => {
    const { currentPassword, ...given } = values;
    const changed = changedFields(given, opened);
    if (Object.keys(changed).length === 0) return onSaved("Profile updated");
    const { data, error } = await edit({ id: user.id, ...changed, ...(asksPassword && { currentPassword }) });
    if (!error) {
      const waits = changed.email !== undefined && data.email.toLowerCase() !== changed.email.toLowerCase();
      const sent = `Profile updated. Please open the link that we have sent to ${changed.email}.`;
      return onSaved(waits ? sent : "Profile updated");
    }
    const refused = fieldErrors(error);
    if (refused.currentPassword && !asksPassword) {
      // The field is rendered before it gets the focus.
      flushSync(() => setAsked(true));
      void loadShopper();
    }
    if (!showFieldErrors(form, refused, fields)) form.setError("root", { message: errorReason(error) });
  });

  return (
    <form className="panel p-4" aria-label="Your details" onSubmit={(event) => void onSubmit(event)} noValidate>
      <DraftRestoredNotice typed={typed} />
      {lines.map(([name, label, kind]) => (
        <Field key={name} label={label} className="mb-3" error={errors[name]?.message}>
          {(control) => <input className="form-control" {...kind} {...control} {...form.register(name)} />}
        </Field>
      ))}
      {asksPassword && (
        <Field
          label="Current password"
          className="mt-3"
          error={errors.currentPassword?.message}
          hint="So that nobody but you changes how you sign in."
        >
          {(control) => (
            <PasswordInput autoComplete="current-password" {...control} {...form.register("currentPassword")} />
          )}
        </Field>
      )}
      <Problem text={errors.root?.message} className="form-hint bad" />
      <div className="d-flex gap-2 mt-4">
        <SubmitButton busy={isLoading}>Save changes</SubmitButton>
        <button type="button" className="btn btn-line" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}
