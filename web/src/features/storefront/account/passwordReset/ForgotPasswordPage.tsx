import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import picture from "@/assets/banners/forgot-password.webp";
import { SplitLayout } from "@/features/storefront/account/SplitLayout";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { Link } from "@/shared/ui/Link";
import { CodeStep } from "./CodeStep";
import { EmailStep } from "./EmailStep";
import { NewPasswordStep } from "./NewPasswordStep";
import { useResetProgress } from "./useResetProgress";

const headings = ["Forgot your password?", "Enter your code", "Set a new password"];

/** Steps: e-mail, code, new password. */
export function ForgotPasswordPage() {
  usePageTitle("Forgot password");
  const { search, state } = useLocation();
  const { step, email, at, goTo, forget } = useResetProgress();
  const form = useRef<HTMLDivElement>(null);
  // Focus the field of each step but the first, which keeps the browser's focus.
  useEffect(() => {
    if (email && step < headings.length) form.current?.querySelector<HTMLElement>("input:not([type=hidden])")?.focus();
  }, [email, step]);
  return (
    <SplitLayout picture={picture} alt="A ruby pendant on emerald green" caption="Back in a moment">
      <Link className="plain back" to={`/login${search}`} state={state}>
        <ArrowLeft className="ico ico-16" aria-hidden="true" />
        Back to Login
      </Link>
      <div className="stepdots" role="img" aria-label={`Step ${step + 1} of 3`}>
        {headings.map((heading, index) => (
          <i key={heading} className={index <= step ? "on" : ""} />
        ))}
      </div>
      <h1 className="mb-2">{headings[step]}</h1>
      <div ref={form}>
        {step === 0 && <EmailStep email={email} onSent={(to) => goTo(1, to)} />}
        {step === 1 && (
          <CodeStep
            email={email}
            sentAt={at}
            onSent={() => goTo(1, email)}
            onVoid={forget}
            onVerified={() => goTo(2, email)}
            onOtherEmail={() => goTo(0, email)}
          />
        )}
        {step === 2 && <NewPasswordStep email={email} onEnd={forget} />}
      </div>
    </SplitLayout>
  );
}
