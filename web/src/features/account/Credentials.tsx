import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "@/shared/ui/Field";
import { PasswordInput } from "./PasswordInput";

interface CredentialsProps {
  email: UseFormRegisterReturn;
  password: UseFormRegisterReturn;
  errors: Partial<Record<"email" | "password", { message?: string }>>;
  /** Whether a password manager fills in the one it knows or proposes another. */
  passwordIs: "current-password" | "new-password";
}

/** Who signs in or up. */
export function Credentials({ email, password, errors, passwordIs }: CredentialsProps) {
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
