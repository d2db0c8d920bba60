import { type FormEvent, useId, useState } from "react";
import { errorText, isApiError } from "@/shared/api/errors";
import { type Payment, useClaimPaymentMutation } from "@/shared/api/payments";
import { SubmitButton } from "@/shared/ui/SubmitButton";

const rules = {
  upi: { pattern: /^[0-9]{12}$/, sentence: "A UTR has 12 digits." },
  bank: {
    pattern: /^([0-9]{12}|[A-Za-z0-9]{16,22})$/,
    sentence: "A UTR has 12 digits (IMPS), or 16 to 22 letters and digits.",
  },
};

interface ClaimFormProps {
  orderId: number;
  payment: Payment;
  method: "upi" | "bank";
}

/** Sends the reference of a transfer to the shop. */
export function ClaimForm({ orderId, payment, method }: ClaimFormProps) {
  const id = useId();
  const [reference, setReference] = useState("");
  const [problem, setProblem] = useState<string>();
  const [claim, { isLoading }] = useClaimPaymentMutation();
  const { pattern, sentence } = rules[method];
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const written = reference.replace(/[\s-]/g, "");
    if (!pattern.test(written)) return setProblem(sentence);
    setProblem(undefined);
    const { error } = await claim({ orderId, reference: written, version: payment.version });
    if (error) {
      const field = isApiError(error) ? error.errors.reference : undefined;
      setProblem(field ?? errorText(error, "This was not sent. Please try again."));
    }
  };
  return (
    <form className="utr" noValidate onSubmit={(event) => void onSubmit(event)}>
      <label className="form-label" htmlFor={id}>
        UTR of your {method === "upi" ? "payment" : "transfer"}
      </label>
      <input
        id={id}
        className={problem ? "form-control is-invalid" : "form-control"}
        inputMode={method === "upi" ? "numeric" : "text"}
        autoComplete="off"
        maxLength={30}
        value={reference}
        aria-invalid={Boolean(problem)}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setReference(event.target.value)}
      />
      <SubmitButton busy={isLoading}>I have paid</SubmitButton>
      <p className={problem ? "form-hint bad" : "form-hint"} id={`${id}-hint`} role={problem ? "alert" : undefined}>
        {problem ??
          (method === "upi"
            ? "12 digits. Your UPI app shows it with the payment as UTR, UPI transaction id or bank reference."
            : "12 digits (IMPS), or 16 to 22 letters and digits. It is in your bank’s message, in the app or on the receipt.")}
      </p>
    </form>
  );
}
