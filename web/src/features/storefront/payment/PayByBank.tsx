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

export function PayByBank({ orderId, payment, method, other }: PayProps) {
  const { reference, due } = payment;
  const facts: [string, string, string][] = [
    ["Account holder", method.payee ?? "", method.payee ?? ""],
    ["Account number", (method.account ?? "").replace(/(.{4})(?=.)/g, "$1 "), method.account ?? ""],
    ["IFSC", method.ifsc ?? "", method.ifsc ?? ""],
    ["Amount", rupees(due), due.toFixed(2)],
    ["Reference", reference, reference],
  ];
  return (
    <section className="panel bankbox" aria-labelledby="transfer">
      <div>
        <h2 id="transfer" className="num">
          Transfer {rupees(due)}
        </h2>
        <dl className="facts2">
          {facts.map(([name, shown, copied]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <span>{shown}</span>
                <CopyButton text={copied} what={name.toLowerCase()} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div>
        <ol className="ways">
          <li>
            <b>Add {method.payee} as a payee</b>
            <p>Banks often allow large amounts only some time after a payee was added.</p>
          </li>
          <li>
            <b>Send the whole amount by RTGS, NEFT or IMPS</b>
            <p>
              Put <span className="text-nowrap">{reference}</span> in the remarks.
            </p>
          </li>
          <li>
            <b>Tell us the UTR</b>
            <ClaimForm orderId={orderId} payment={payment} method="bank" />
          </li>
        </ol>
        {other}
      </div>
    </section>
  );
}
