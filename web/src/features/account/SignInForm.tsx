import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { useAppDispatch, useAppSelector } from "@/app/hooks";
import { errorText } from "@/shared/api/errors";
import { useSignInMutation } from "@/shared/api/session";
import { selectHasEnded } from "@/shared/session/sessionSlice";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { SubmitButton } from "@/shared/ui/SubmitButton";
import { Credentials } from "./Credentials";
import { type SignInForm as Form, signInForm } from "./rules";

export function SignInForm({ onRegister }: { onRegister: () => void }) {
  const form = useForm<Form>({
    resolver: standardSchemaResolver(signInForm),
    defaultValues: { email: "", password: "" },
  });
  const { errors } = form.formState;
  const [signIn, { isLoading }] = useSignInMutation();
  const dispatch = useAppDispatch();
  const hasEnded = useAppSelector(selectHasEnded);

  const onSubmit = form.handleSubmit(async (values) => {
    const { error } = await signIn(values);
    dispatch(error ? toastShown("error", "Login Failed") : toastShown("success", "Login Successful"));
    if (error) form.setError("root", { message: errorText(error, "Login Failed") });
  });

  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate>
      {hasEnded && <p role="status">Your session has ended. Please sign in again.</p>}
      <Credentials
        email={form.register("email")}
        password={form.register("password")}
        errors={errors}
        passwordIs="current-password"
      />
      <p className="small text-end mb-0">
        <Link className="textlink" to="/forgot-password">
          Forgot your password?
        </Link>
      </p>
      {errors.root && (
        <p className="form-hint bad" role="alert">
          {errors.root.message}
        </p>
      )}
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
