import { type FormEvent, useState } from "react";
import { useAppDispatch } from "@/app/hooks";
import { errorReason, isApiError } from "@/shared/api/errors";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { focusFirstInvalid } from "@/shared/ui/focusFirstInvalid";
import { Problem } from "@/shared/ui/Problem";
import { SubmitButton } from "@/shared/ui/SubmitButton";
import { OtpInput } from "./OtpInput";
import { useRequestCodeMutation, useVerifyCodeMutation } from "./passwordResetApi";
import { minutesAndSeconds, useCountdown } from "./useCountdown";
import { codeLifetime } from "./useResetProgress";

const codeLength = 6;
const empty = Array<string>(codeLength).fill("");

/** The code is void after too many tries; a new one can be requested at once. */
const isVoid = (error: unknown) => isApiError(error) && (error.data as { reason?: string } | null)?.reason === "void";

interface CodeStepProps {
  email: string;
  /** When the code was sent, in milliseconds since the epoch. */
  sentAt: number;
  onSent: () => void;
  onVoid: () => void;
  onVerified: () => void;
  onOtherEmail: () => void;
}

export function CodeStep({ email, sentAt, onSent, onVoid, onVerified, onOtherEmail }: CodeStepProps) {
  const [digits, setDigits] = useState(empty);
  const [problem, setProblem] = useState("");
  const countdown = useCountdown(codeLifetime, sentAt);
  const [verify, { isLoading }] = useVerifyCodeMutation();
  const [request, { isLoading: isSending }] = useRequestCodeMutation();
  const dispatch = useAppDispatch();

  const change = (next: string[]) => {
    setDigits(next);
    setProblem("");
  };
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const otp = digits.join("");
    if (otp.length < codeLength) return setProblem("please enter all 6 digits");
    const { error } = await verify({ email, otp });
    if (error) {
      if (isVoid(error)) {
        countdown.end();
        onVoid();
      }
      setProblem(errorReason(error));
      return focusFirstInvalid(form);
    }
    dispatch(toastShown("success", "OTP verified successfully"));
    onVerified();
  };
  const onResend = async (form: HTMLFormElement | null) => {
    const { error } = await request({ email });
    if (error) return setProblem(errorReason(error));
    change(empty);
    form?.querySelector("input")?.focus();
    countdown.restart();
    onSent();
    dispatch(toastShown("success", `OTP sent to ${email}.`));
  };

  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate>
      <p className="muted mb-4">
        We sent six digits to <span className="who">{email}</span>. They are valid for five minutes.{" "}
        <button type="button" className="textlink aslink" onClick={onOtherEmail}>
          Use another email
        </button>
      </p>
      <OtpInput digits={digits} onChange={change} isWrong={problem !== ""} />
      <Problem text={problem} className="form-hint bad mb-0" />
      <div className="resend small">
        <span className="muted num" role="timer" aria-live="off">
          {countdown.isOver ? "OTP expired" : `Resend in ${minutesAndSeconds(countdown.left)}`}
        </span>
        <button
          type="button"
          className="plain"
          disabled={!countdown.isOver || isSending}
          onClick={(event) => void onResend(event.currentTarget.form)}
        >
          Resend code
        </button>
      </div>
      <SubmitButton className="btn-lg w-100 mt-3" busy={isLoading}>
        Verify
      </SubmitButton>
    </form>
  );
}
