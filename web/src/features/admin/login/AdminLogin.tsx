import { CircleAlert, Eye, EyeOff } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { useSelector } from "react-redux";
import logo from "@/assets/brand/logo.svg";
import logoNight from "@/assets/brand/logo-light.svg";
import { errorText, isApiError } from "@/shared/api/errors";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { sessionEndText } from "@/shared/session/sessionEndText";
import { selectEnding } from "@/shared/session/sessionSlice";
import { Field } from "@/shared/ui/Field";
import { type SignedIn, useAdminLoginMutation } from "./adminSessionApi";

interface AdminLoginProps {
  onSignedIn: (admin: SignedIn) => void;
}

function loginError(error: unknown): string {
  if (!isApiError(error) || typeof error.status === "string") return "Network or server error";
  if (error.status >= 500) return error.message || "Network or server error";
  return errorText(error, "Login failed");
}

/** `/admin/login` */
export function AdminLogin({ onSignedIn }: AdminLoginProps) {
  const ended = sessionEndText(useSelector(selectEnding), "admin");
  const [login, { isLoading, error }] = useAdminLoginMutation();
  const [missing, setMissing] = useState<string[]>([]);
  const [shown, setShown] = useState(false);
  const [asksCode, setAsksCode] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  usePageTitle("Sign in, Admin portal");

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const email = String(fields.get("email") ?? "").trim();
    const password = String(fields.get("password") ?? "");
    const empty = [...(email ? [] : ["email"]), ...(password ? [] : ["password"])];
    setMissing(empty);
    if (empty[0]) return form.current?.querySelector<HTMLInputElement>(`[name=${empty[0]}]`)?.focus();
    const code = String(fields.get("code") ?? "").trim();
    const { data, error: refusal } = await login({ email, password, ...(code && { code }) });
    if (data) onSignedIn(data);
    else if (isApiError(refusal) && refusal.errors.code) setAsksCode(true);
  };

  return (
    <main className="admin-login">
      <div className="card-in">
        <span className="logo">
          <img className="logo-day" src={logo} alt="Swarna" width="230" height="48" />
          <img className="logo-night" src={logoNight} alt="Swarna" width="230" height="48" />
        </span>
        <h1>Admin portal</h1>
        <p className="lead-in" role={ended ? "status" : undefined}>
          {ended ?? "Sign in with your staff account."}
        </p>
        <form ref={form} onSubmit={submit} noValidate>
          {error && missing.length === 0 && (
            <p className="bad" role="alert">
              <CircleAlert className="ico" aria-hidden="true" />
              {loginError(error)}
            </p>
          )}
          <Field
            label="User id (email)"
            className="mb-3"
            error={missing.includes("email") ? "User id is required" : undefined}
          >
            {(control) => (
              <input
                {...control}
                name="email"
                type="text"
                inputMode="email"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                required
                className="form-control"
              />
            )}
          </Field>
          <Field
            label="Password"
            className="mb-4"
            error={missing.includes("password") ? "Password is required" : undefined}
          >
            {(control) => (
              <div className="pw">
                <input
                  {...control}
                  name="password"
                  type={shown ? "text" : "password"}
                  autoComplete="current-password"
                  required
                  className="form-control"
                />
                <button
                  type="button"
                  className="btn btn-icon"
                  aria-label={shown ? "Hide password" : "Show password"}
                  onClick={() => setShown(!shown)}
                >
                  {shown ? <EyeOff className="ico" aria-hidden="true" /> : <Eye className="ico" aria-hidden="true" />}
                </button>
              </div>
            )}
          </Field>
          {asksCode && (
            <Field label="Code" className="mb-4" hint="The six digits that your app shows, or a recovery code">
              {(control) => (
                <input
                  {...control}
                  name="code"
                  className="form-control"
                  autoComplete="one-time-code"
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={40}
                  // biome-ignore lint/a11y/noAutofocus: the field appears when the server requires it
                  autoFocus
                />
              )}
            </Field>
          )}
          <button type="submit" className="btn btn-primary btn-lg w-100" disabled={isLoading}>
            {isLoading && <span className="spin" />}
            {isLoading ? "Signing in" : "Sign in"}
          </button>
        </form>
      </div>
    </main>
  );
}
