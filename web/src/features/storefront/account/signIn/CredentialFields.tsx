import type { UseFormRegisterReturn } from "react-hook-form";
import { PasswordInput } from "@/features/storefront/account/PasswordInput";
import { Field } from "@/shared/ui/Field";

interface CredentialFieldsProps {
  email: UseFormRegisterReturn;
  password: UseFormRegisterReturn;
  errors: Partial<Record<"email" | "password", { message?: string }>>;
  /** Whether a password manager fills in a stored password or proposes a new one. */
  passwordIs: "current-password" | "new-password";
}

/** E-mail and password of a sign-in or sign-up. */
export function CredentialFields({ email, password, errors, passwordIs }: CredentialFieldsProps) {
  return (
    <>
      <Field label="Email" className="mb-3" error={errors.email?.message}>
        {(control) => <input className="form-control" type="email" autoComplete="username" {...control} {...email} />}
      </Field>
      <Field label="Password" className="mb-3" error={errors.password?.message}>
        {(control) => <PasswordInput autoComplete={passwordIs} {...control} {...password} />}
      </Field>
    </>
  );
}
