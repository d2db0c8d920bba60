import { useState } from "react";
import { useRetryRefundMutation } from "@/shared/admin/orders/paymentsApi";
import { errorText } from "@/shared/api/errors";
import type { Order } from "@/shared/api/types";
import { rupees } from "@/shared/format";

/** A refund that the provider accepted and could not pay; staff can retry it. */
export function FailedRefund({ orderId, payment }: { orderId: number; payment: Order["payment"] }) {
  const [retry, { isLoading }] = useRetryRefundMutation();
  const [problem, setProblem] = useState<string>();
  const onRetry = async () => {
    const { error } = await retry({ orderId, version: payment.version });
    setProblem(error ? errorText(error, "Not sent. Please try again.") : undefined);
  };
  return (
    <div className="claimbox claimed">
      <p>
        <strong className="bad">The provider could not pay back {rupees(payment.refundFailed)}.</strong> Its dashboard
        says why. Nothing has gone to the shopper.
      </p>
      <div className="acts">
        <button type="button" className="btn btn-primary btn-sm" disabled={isLoading} onClick={() => void onRetry()}>
          Pay back {rupees(payment.refundFailed)} again
        </button>
      </div>
      {problem && (
        <p className="bad small" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
