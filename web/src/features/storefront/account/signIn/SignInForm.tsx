import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useForm } from "react-hook-form";
import { useLocation } from "react-router";
import { useAppDispatch, useAppSelector } from "@/app/hooks";
import { type SignInForm as Form, signInForm } from "@/features/storefront/account/accountSchemas";
import { errorText } from "@/shared/api/errors";
import { useSignInMutation } from "@/shared/api/session";
import type { AuthUser } from "@/shared/api/types";
import { sessionEndText } from "@/shared/session/sessionEndText";
import { selectEnding } from "@/shared/session/sessionSlice";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { Link } from "@/shared/ui/Link";
import { Problem } from "@/shared/ui/Problem";
import { SubmitButton } from "@/shared/ui/SubmitButton";
import { CredentialFields } from "./CredentialFields";

interface SignInFormProps {
  onSignedIn: (user: AuthUser) => void;
  onRegister: () => void;
}

export function SignInForm({ onSignedIn, onRegister }: SignInFormProps) {
  const form = useForm<Form>({
    resolver: standardSchemaResolver(signInForm),
    defaultValues: { email: "", password: "" },
  });
  const { errors } = form.formState;
  const [signIn, { isLoading }] = useSignInMutation();
  const dispatch = useAppDispatch();
  const ended = sessionEndText(useAppSelector(selectEnding), "customer");
  const { search, state } = useLocation();

  const onSubmit = form.handleSubmit(async (values) => {
    const { data, error } = await signIn(values);
    dispatch(error ? toastShown("error", "Login Failed") : toastShown("success", "Login Successful"));
    if (data) onSignedIn(data);
    if (error) form.setError("root", { message: errorText(error, "Login Failed") });
  });

  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate>
      {ended && <p role="status">{ended}</p>}
      <CredentialFields
        email={form.register("email")}
        password={form.register("password")}
        errors={errors}
        passwordIs="current-password"
      />
      <p className="small text-end mb-0">
        <Link className="textlink" to={`/forgot-password${search}`} state={state}>
          Forgot your password?
        </Link>
      </p>
      <Problem text={errors.root?.message} className="form-hint bad" />
      <SubmitButton className="btn-lg w-100 mt-3" busy={isLoading}>
        Sign in
      </SubmitButton>
      <p className="small muted text-center mt-4 mb-0">
        New here?{" "}
        <button type="button" className="textlink aslink" onClick={onRegister}>
          Create your account
        </button>
      </p>
    </form>
  );
}
