import { type FormEvent, useId, useState } from "react";
import { useRetryRefundMutation, useSendRefundByHandMutation } from "@/shared/admin/orders/paymentsApi";
import { errorText } from "@/shared/api/errors";
import type { Order } from "@/shared/api/types";
import { rupees } from "@/shared/format";
import { Problem } from "@/shared/ui/Problem";

interface FailedRefundProps {
  orderId: number;
  payment: Order["payment"];
}

/** A refund that the provider could not pay; staff can retry it, or record that they sent the money by hand. */
export function FailedRefund({ orderId, payment }: FailedRefundProps) {
  const [retry, { isLoading }] = useRetryRefundMutation();
  const [isByHand, setByHand] = useState(false);
  const [problem, setProblem] = useState<string>();
  const onRetry = async () => {
    const { error } = await retry({ orderId, version: payment.version });
    setProblem(error ? errorText(error, "Not sent. Please try again.") : undefined);
  };
  return (
    <div className="claimbox claimed">
      <p>
        <strong className="bad">The provider could not pay back {rupees(payment.refundFailed)}.</strong> The refund's
        entry or the provider's dashboard says why. Nothing has gone to the shopper.
      </p>
      {isByHand ? (
        <SentByHand orderId={orderId} payment={payment} onClose={() => setByHand(false)} />
      ) : (
        <div className="acts">
          <button type="button" className="btn btn-primary btn-sm" disabled={isLoading} onClick={() => void onRetry()}>
            Pay back {rupees(payment.refundFailed)} again
          </button>
          <button type="button" className="btn btn-line btn-sm" disabled={isLoading} onClick={() => setByHand(true)}>
            Sent by hand
          </button>
        </div>
      )}
      {!isByHand && <Problem text={problem} />}
    </div>
  );
}

/** Records the transfer by which staff sent the money. */
function SentByHand({ orderId, payment, onClose }: FailedRefundProps & { onClose: () => void }) {
  const field = useId();
  const [reference, setReference] = useState("");
  const [problem, setProblem] = useState<string>();
  const [send, { isLoading }] = useSendRefundByHandMutation();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!reference.trim()) return setProblem("Write the reference of the transfer; the shopper reads it.");
    const { error } = await send({ orderId, reference: reference.trim(), version: payment.version });
    setProblem(error ? errorText(error) : undefined);
  };
  return (
    <form className="refundform" noValidate onSubmit={(event) => void save(event)}>
      <label className="form-label" htmlFor={field}>
        Reference of the transfer
      </label>
      <input
        id={field}
        className="form-control num"
        maxLength={50}
        value={reference}
        aria-describedby={`${field}w`}
        // biome-ignore lint/a11y/noAutofocus: the field appears where the pressed button was
        autoFocus
        onChange={({ target }) => setReference(target.value)}
      />
      <p id={`${field}w`} className="muted small">
        Send {rupees(payment.refundFailed)} by hand, then write the number of the transfer.
      </p>
      <Problem text={problem} />
      <div className="acts">
        <button type="button" className="btn btn-line btn-sm" onClick={onClose}>
          Close
        </button>
        <button type="submit" className="btn btn-primary btn-sm" disabled={isLoading}>
          Record as sent
        </button>
      </div>
    </form>
  );
}
