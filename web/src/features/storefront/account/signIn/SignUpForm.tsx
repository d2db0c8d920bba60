import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useForm, useWatch } from "react-hook-form";
import { useAppDispatch } from "@/app/hooks";
import { type SignUpForm as Form, signUpForm } from "@/features/storefront/account/accountSchemas";
import { PasswordRules } from "@/features/storefront/account/PasswordRules";
import { errorText, fieldErrors } from "@/shared/api/errors";
import { useSignUpMutation } from "@/shared/api/session";
import type { AuthUser } from "@/shared/api/types";
import { showFieldErrors } from "@/shared/form/showFieldErrors";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { Field } from "@/shared/ui/Field";
import { Problem } from "@/shared/ui/Problem";
import { SubmitButton } from "@/shared/ui/SubmitButton";
import { CredentialFields } from "./CredentialFields";

const fields = ["name", "phone", "email", "password"] as const;

interface SignUpFormProps {
  onSignedIn: (user: AuthUser) => void;
  onSignIn: () => void;
}

export function SignUpForm({ onSignedIn, onSignIn }: SignUpFormProps) {
  const form = useForm<Form>({
    resolver: standardSchemaResolver(signUpForm),
    defaultValues: { name: "", phone: "", email: "", password: "" },
  });
  // Registered in the order of the page: the first invalid field gets the focus.
  const name = form.register("name");
  const phone = form.register("phone");
  const email = form.register("email");
  const password = form.register("password");
  const { errors } = form.formState;
  const [signUp, { isLoading }] = useSignUpMutation();
  const dispatch = useAppDispatch();

  const onSubmit = form.handleSubmit(async (values) => {
    const { data, error } = await signUp(values);
    if (data) {
      dispatch(toastShown("success", "Register Successfully"));
      return onSignedIn(data);
    }
    if (!showFieldErrors(form, fieldErrors(error), fields))
      form.setError("root", { message: errorText(error, "SignUp Failed") });
    dispatch(toastShown("error", "SignUp Failed"));
  });

  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate>
      <Field label="Full name" className="mb-3" error={errors.name?.message}>
        {(control) => <input className="form-control" autoComplete="name" {...control} {...name} />}
      </Field>
      <Field label="Phone" className="mb-3" error={errors.phone?.message}>
        {(control) => <input className="form-control" type="tel" autoComplete="tel" {...control} {...phone} />}
      </Field>
      <CredentialFields email={email} password={password} errors={errors} passwordIs="new-password" />
      <PasswordRules password={useWatch({ control: form.control, name: "password" })} />
      <Problem text={errors.root?.message} className="form-hint bad" />
      <SubmitButton className="btn-lg w-100 mt-3" busy={isLoading}>
        Register
      </SubmitButton>
      <p className="small muted text-center mt-4 mb-0">
        Already with us?{" "}
        <button type="button" className="textlink aslink" onClick={onSignIn}>
          Sign in
        </button>
      </p>
    </form>
  );
}
