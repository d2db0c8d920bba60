import { Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import type { Payment, PaymentMethod } from "@/shared/api/payments";
import { rupees } from "@/shared/format";
import { CopyButton } from "@/shared/ui/CopyButton";
import { ClaimForm } from "./ClaimForm";

interface PayProps {
  orderId: number;
  payment: Payment;
  method: PaymentMethod;
  /** The link to another method. */
  other: ReactNode;
}

export function PayByUpi({ orderId, payment, method, other }: PayProps) {
  const { reference, due, version } = payment;
  return (
    <div className="panel paybox">
      <div className="qr">
        <div className="small muted">Amount</div>
        <div className="amount">{rupees(due)}</div>
        <a className="btn btn-primary btn-lg w-100 phone-only" href={upiLink(method, payment)}>
          <Smartphone className="ico" aria-hidden="true" />
          Open UPI app
        </a>
        <div className="or phone-only">or scan with another phone</div>
        <div className="code">
          <img
            // The address contains the amount, so that the code is loaded again after a cancellation has changed it.
            src={`/api/payment/code/?orderId=${orderId}&version=${version}&due=${due}`}
            width={220}
            height={220}
            alt={`QR code for your UPI app: ${method.payee}, ${rupees(due)}, reference ${reference}`}
          />
        </div>
        <div className="to">
          <b>{method.payee}</b>
          <span className="num">{method.upiId}</span>
        </div>
      </div>
      <div className="do">
        <ol className="ways">
          <li>
            <b>
              <span className="desk-only">Scan the code with your UPI app</span>
              <span className="phone-in">Open your UPI app</span>
            </b>
            <p>Amount and reference are filled in. You only confirm.</p>
          </li>
          <li>
            <b>Check the name and the reference</b>
            <p>Your app must say {method.payee}.</p>
            <span className="refline">
              {reference} <CopyButton text={reference} what="the reference" />
            </span>
          </li>
          <li>
            <b>Tell us that you have paid</b>
            <ClaimForm orderId={orderId} payment={payment} method="upi" />
          </li>
        </ol>
        {other}
      </div>
    </div>
  );
}

/** The link that opens a UPI app, as the QR code has it. */
function upiLink({ upiId, payee }: PaymentMethod, { reference, due }: Payment): string {
  const fields = { pn: payee ?? "", tr: reference, tn: `Order ${reference}`, am: due.toFixed(2), cu: "INR" };
  const rest = Object.entries(fields).map(([name, value]) => `&${name}=${encodeURIComponent(value)}`);
  return `upi://pay?pa=${upiId}${rest.join("")}`;
}
