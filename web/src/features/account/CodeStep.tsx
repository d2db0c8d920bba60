import { type FormEvent, useState } from "react";
import { useAppDispatch } from "@/app/hooks";
import { errorReason } from "@/shared/api/errors";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { OtpBoxes } from "./OtpBoxes";
import { useRequestCodeMutation, useVerifyCodeMutation } from "./passwordResetApi";
import { SubmitButton } from "./SubmitButton";
import { minutesAndSeconds, useCountdown } from "./useCountdown";

const codeLength = 6;
const codeLives = 300;
const empty = Array<string>(codeLength).fill("");

export function CodeStep({ email, onVerified }: { email: string; onVerified: () => void }) {
  const [digits, setDigits] = useState(empty);
  const [problem, setProblem] = useState("");
  const countdown = useCountdown(codeLives);
  const [verify, { isLoading }] = useVerifyCodeMutation();
  const [request, { isLoading: isSending }] = useRequestCodeMutation();
  const dispatch = useAppDispatch();

  const change = (next: string[]) => {
    setDigits(next);
    setProblem("");
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const otp = digits.join("");
    if (otp.length < codeLength) return setProblem("please enter all 6 digits");
    const { error } = await verify({ email, otp });
    if (error) return setProblem(errorReason(error));
    dispatch(toastShown("success", "OTP verified successfully"));
    onVerified();
  };
  const onResend = async () => {
    const { error } = await request({ email });
    if (error) return setProblem(errorReason(error));
    change(empty);
    countdown.restart();
    dispatch(toastShown("success", `OTP sent to ${email}.`));
  };

  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate>
      <p className="muted mb-4">
        We sent six digits to <span className="who">{email}</span>. They are valid for five minutes.
      </p>
      <OtpBoxes digits={digits} onChange={change} isWrong={problem !== ""} />
      {problem && (
        <p className="form-hint bad mb-0" role="alert">
          {problem}
        </p>
      )}
      <div className="resend small">
        <span className="muted num" role="timer" aria-live="off">
          {countdown.isOver ? "OTP expired" : `Resend in ${minutesAndSeconds(countdown.left)}`}
        </span>
        <button
          type="button"
          className="plain"
          disabled={!countdown.isOver || isSending}
          onClick={() => void onResend()}
        >
          Resend code
        </button>
      </div>
      <SubmitButton busy={isLoading}>Verify</SubmitButton>
    </form>
  );
}
