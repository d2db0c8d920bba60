import { CircleAlert, CreditCard } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useAppDispatch } from "@/app/hooks";
import { type ApiError, isApiError } from "@/shared/api/errors";
import { type Payment, useStartPaymentMutation } from "@/shared/api/payments";
import { rupees } from "@/shared/format";
import { failureShown } from "@/shared/toasts/toastsSlice";

interface PayProps {
  orderId: number;
  payment: Payment;
  /** The link to another method. */
  other: ReactNode;
}

/**
 * Whether the error explains why this order cannot be paid online. It is shown on the page, because a toast disappears
 * too soon.
 */
const isRefused = (error: unknown): error is ApiError => isApiError(error) && error.status === 409;

/** Links to the provider's page, and redirects there if the order was placed just now. */
export function PayOnline({ orderId, payment, other }: PayProps) {
  const dispatch = useAppDispatch();
  const [start, { isLoading, error: failure }] = useStartPaymentMutation();
  const isPlacedNow = Boolean(useLocation().state?.isPlacedNow);
  const wasLed = useRef(false);
  const refused = isRefused(failure) ? failure.message : undefined;
  const isFailed = payment.status === "failed";
  const onPay = useCallback(async () => {
    const { data, error } = await start(orderId);
    if (data) {
      // The browser's back button must not redirect again.
      window.history.replaceState({ ...window.history.state, usr: null }, "");
      window.location.assign(data.payUrl);
    } else if (!isRefused(error)) dispatch(failureShown(error, "The payment page did not open. Please try again."));
  }, [dispatch, orderId, start]);
  useEffect(() => {
    if (!isPlacedNow || wasLed.current) return;
    wasLed.current = true;
    void onPay();
  }, [isPlacedNow, onPay]);
  return (
    <div className="panel paybox">
      <div className="qr">
        <div className="small muted">Amount</div>
        <div className="amount">{rupees(payment.due)}</div>
        <button
          type="button"
          className="btn btn-primary btn-lg w-100"
          aria-disabled={isLoading}
          onClick={() => isLoading || void onPay()}
        >
          <CreditCard className="ico" aria-hidden="true" />
          {isLoading ? "Opening the payment page" : isFailed ? "Try again" : "Pay now"}
        </button>
      </div>
      <div className="do">
        {refused && (
          <div className="alertline" role="alert">
            <CircleAlert className="ico" aria-hidden="true" />
            <span>{refused}</span>
          </div>
        )}
        {isFailed && !refused && (
          <div className="alertline" role="alert">
            <CircleAlert className="ico" aria-hidden="true" />
            <span>The payment did not go through. Nothing was charged.</span>
          </div>
        )}
        <ol className="ways">
          <li>
            <b>You pay on the page of our payment provider</b>
            <p>By UPI, card or net banking. Swarna never sees your card.</p>
          </li>
          <li>
            <b>You come back here</b>
            <p>This page changes by itself once the payment is made.</p>
          </li>
        </ol>
        {other}
      </div>
    </div>
  );
}
