import { type FormEvent, useId, useState } from "react";
import { typedAmount } from "@/shared/admin/form/formFields";
import { useRefundPaymentMutation } from "@/shared/admin/orders/paymentsApi";
import { errorText } from "@/shared/api/errors";
import type { Payment } from "@/shared/api/payments";
import { rupees } from "@/shared/format";
import { methodPhrases } from "@/shared/orders/paymentTexts";
import { Problem } from "@/shared/ui/Problem";

interface RefundFormProps {
  orderId: number;
  payment: Payment;
  /** The owed amount in rupees, which is the initial value of the form. */
  owed: number;
  /** The maximum refund in rupees, if it is less than the unrefunded part of the payment. */
  most?: number;
  reason: string;
  /** The received return that ends with this refund. */
  returnId?: number;
  onDone?: () => void;
}

/** Records or sends a refund of at most the paid and unrefunded amount, or of `most`. */
export function RefundForm({
  orderId,
  payment,
  owed,
  most = Infinity,
  reason: first,
  returnId,
  onDone,
}: RefundFormProps) {
  const field = useId();
  const unrefunded = Math.round((payment.paid - payment.refunded) * 100) / 100;
  const left = Math.min(most, unrefunded);
  const [amount, setAmount] = useState(String(Math.min(owed, left) || ""));
  const [reason, setReason] = useState(first);
  const [reference, setReference] = useState("");
  const [problem, setProblem] = useState<string>();
  const [refund, { isLoading }] = useRefundPaymentMutation();
  if (left <= 0) {
    return (
      <p className="muted">
        {payment.paid > 0
          ? "All that was paid went back already."
          : "Nothing was paid yet. Confirm the payment in the order first."}
      </p>
    );
  }
  const wanted = typedAmount(amount);
  const isOnline = payment.method === "online";

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!(wanted > 0 && wanted <= left)) return setProblem(`Write an amount from 0.01 to ${rupees(left)}.`);
    if (!reason.trim()) return setProblem("Say why the money goes back.");
    const { error } = await refund({
      orderId,
      amount: wanted,
      reason: reason.trim(),
      reference: reference.trim(),
      version: payment.version,
      ...(returnId && { returnId }),
    });
    setProblem(error ? errorText(error) : undefined);
    if (!error) onDone?.();
  };

  return (
    <form className="refundform" noValidate onSubmit={(event) => void save(event)}>
      <label className="form-label" htmlFor={`${field}a`}>
        Amount
      </label>
      <input
        id={`${field}a`}
        className="form-control num"
        inputMode="decimal"
        value={amount}
        aria-describedby={`${field}m`}
        onChange={({ target }) => setAmount(target.value)}
      />
      <p id={`${field}m`} className="muted small">
        {left < unrefunded
          ? `At most ${rupees(left)}: the rest waits for its return.`
          : `At most ${rupees(left)}: paid ${rupees(payment.paid)}, refunded ${rupees(payment.refunded)}.`}
      </p>
      <label className="form-label" htmlFor={`${field}r`}>
        Reason
      </label>
      <input
        id={`${field}r`}
        className="form-control"
        maxLength={200}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {!isOnline && (
        <>
          <label className="form-label" htmlFor={`${field}t`}>
            Reference of the transfer
          </label>
          <input
            id={`${field}t`}
            className="form-control num"
            maxLength={50}
            value={reference}
            aria-describedby={`${field}w`}
            onChange={({ target }) => setReference(target.value)}
          />
          <p id={`${field}w`} className="muted small">
            Paid {methodPhrases[payment.method]}: send the money by hand, then write the number of the transfer.
          </p>
        </>
      )}
      <Problem text={problem} />
      <div className="acts">
        {onDone && (
          <button type="button" className="btn btn-line btn-sm" onClick={onDone}>
            Close
          </button>
        )}
        <button type="submit" className="btn btn-primary btn-sm" disabled={isLoading}>
          Refund {wanted > 0 ? rupees(wanted) : ""}
        </button>
      </div>
    </form>
  );
}
