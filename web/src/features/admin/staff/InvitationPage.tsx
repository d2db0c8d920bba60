import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router";
import logo from "@/assets/brand/logo.svg";
import logoNight from "@/assets/brand/logo-light.svg";
import { errorText, fieldErrors, isApiError } from "@/shared/api/errors";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { Field } from "@/shared/ui/Field";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { Problem } from "@/shared/ui/Problem";
import { SubmitButton } from "@/shared/ui/SubmitButton";
import { useAcceptInvitationMutation, useTheirInvitationQuery } from "./staffApi";

/** `/admin/invitation`: the invited person sets a name and a password. */
export function InvitationPage() {
  usePageTitle("Invitation, Admin portal");
  const [params] = useSearchParams();
  const token = params.get("token") ?? "";
  const { data, error, refetch } = useTheirInvitationQuery(token, { skip: token === "" });
  const [accept, { isLoading, isSuccess, error: refusal }] = useAcceptInvitationMutation();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const wrong = fieldErrors(refusal);
  const isRefused = isApiError(error) && (error.status === 404 || error.status === 422);
  const isInvalid = token === "" || isRefused || wrong.token !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void accept({ token, name, password });
  };
  return (
    <main className="admin-login">
      <div className="card-in">
        <span className="logo">
          <img className="logo-day" src={logo} alt="Swarna" width="230" height="48" />
          <img className="logo-night" src={logoNight} alt="Swarna" width="230" height="48" />
        </span>
        {isSuccess ? (
          <>
            <h1>You are one of us</h1>
            <p className="lead-in" role="status">
              Sign in with {data?.email} and your password.
            </p>
            <Link className="btn btn-primary btn-lg w-100" to="/admin/login">
              Go to the sign-in
            </Link>
          </>
        ) : isInvalid ? (
          <>
            <h1>This invitation is not valid</h1>
            <p className="lead-in" role="alert">
              {wrong.token ??
                (error ? errorText(error, "Please try again.") : "Please open the link in the mail again.")}
            </p>
          </>
        ) : error && !data ? (
          <LoadError title="The invitation could not be loaded" error={error} onRetry={refetch} />
        ) : (
          <form noValidate onSubmit={submit}>
            <h1>Join the staff</h1>
            <p className="lead-in">
              {data
                ? `${data.invitedBy} invites ${data.email}, for: ${data.roles.join(", ")}.`
                : "Loading the invitation"}
            </p>
            {refusal && Object.keys(wrong).length === 0 && <Problem text={errorText(refusal)} className="bad" />}
            <Field label="Your name" className="mb-3" error={wrong.name}>
              {(control) => (
                <input
                  {...control}
                  className="form-control"
                  autoComplete="name"
                  value={name}
                  onChange={({ target }) => setName(target.value)}
                />
              )}
            </Field>
            <Field
              label="Password"
              className="mb-4"
              error={wrong.password}
              hint="8 characters or more, with a capital, a digit and one of !@#$%^&*"
            >
              {(control) => (
                <input
                  {...control}
                  type="password"
                  className="form-control"
                  autoComplete="new-password"
                  value={password}
                  onChange={({ target }) => setPassword(target.value)}
                />
              )}
            </Field>
            <SubmitButton busy={isLoading}>Join</SubmitButton>
          </form>
        )}
      </div>
    </main>
  );
}
