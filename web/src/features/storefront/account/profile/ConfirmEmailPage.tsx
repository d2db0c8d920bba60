import { MailCheck, MailQuestion, MailX } from "lucide-react";
import { useRef } from "react";
import { useSearchParams } from "react-router";
import { errorReason, isApiError } from "@/shared/api/errors";
import { useHeldFocus } from "@/shared/hooks/useHeldFocus";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { SubmitButton } from "@/shared/ui/SubmitButton";
import { useConfirmEmailMutation } from "./emailConfirmationApi";

/** Target of the link in the mail. It asks for a click, since mail scanners open links too. */
export function ConfirmEmailPage() {
  usePageTitle("Confirm your address");
  const [params] = useSearchParams();
  const token = params.get("token") ?? "";
  const [confirm, { isLoading, isSuccess, error }] = useConfirmEmailMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  const holder = useHeldFocus(() => heading.current);
  const isRefused = isApiError(error) && typeof error.status === "number" && error.status < 500;
  const isDead = token === "" || isRefused;
  if (error && !isDead) {
    return (
      <div className="wrap section">
        <LoadError title="Your wish did not reach the shop" error={error} onRetry={() => confirm({ token })} />
      </div>
    );
  }
  const Icon = isSuccess ? MailCheck : isDead ? MailX : MailQuestion;
  return (
    <div className="wrap section">
      <div className="panel empty" role="status" {...holder}>
        <Icon className="big" aria-hidden="true" />
        {isSuccess ? (
          <>
            <h1 ref={heading} tabIndex={-1} className="h2">
              Your address is confirmed
            </h1>
            <p>Thank you. We write to it of your orders, and of what you ask us for.</p>
            <Link className="btn btn-primary" to="/profile">
              Go to your profile
            </Link>
          </>
        ) : isDead ? (
          <>
            <h1 ref={heading} tabIndex={-1} className="h2">
              This link is not valid any more
            </h1>
            <p>{error ? errorReason(error) : "Please open the link in the mail once more."}</p>
            <Link className="btn btn-primary" to="/profile">
              Go to your profile
            </Link>
          </>
        ) : (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void confirm({ token });
            }}
          >
            <h1 ref={heading} tabIndex={-1} className="h2">
              Is this mailbox yours?
            </h1>
            <p>Confirm it, and your account uses this address.</p>
            <SubmitButton busy={isLoading}>Confirm this address</SubmitButton>
          </form>
        )}
      </div>
    </div>
  );
}
