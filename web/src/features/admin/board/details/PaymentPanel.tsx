import { type FormEvent, useId, useRef, useState } from "react";
import { typedAmount } from "@/shared/admin/form/formFields";
import { PaymentChip } from "@/shared/admin/orders/PaymentChip";
import {
  type PaymentEntry,
  useConfirmPaymentMutation,
  usePaymentEntriesQuery,
  useRejectPaymentMutation,
} from "@/shared/admin/orders/paymentsApi";
import { entryText, movesMoney } from "@/shared/admin/orders/paymentTexts";
import { RefundForm } from "@/shared/admin/orders/RefundForm";
import { usePermissions } from "@/shared/admin/permissions";
import { errorText } from "@/shared/api/errors";
import type { Order } from "@/shared/api/types";
import { dayAndTime, rupees } from "@/shared/format";
import { isBegun, methodPhrases } from "@/shared/orders/paymentTexts";
import { Problem } from "@/shared/ui/Problem";
import { FailedRefund } from "./FailedRefund";
import { useClaimKey } from "./useClaimKey";
import { useWaitingReturn } from "./useWaitingReturn";
import { WaitingReturn } from "./WaitingReturn";

/** The payment of an order: the amount due, a claim to confirm or reject, and every step. */
export function PaymentPanel({ order }: { order: Order }) {
  const { payment } = order;
  const { data: entries } = usePaymentEntriesQuery(order.id);
  return (
    <section className="det-line det-money" aria-labelledby="order-money">
      <h3 id="order-money">
        Payment {methodPhrases[payment.method]} <PaymentChip payment={payment} />
      </h3>
      <dl className="money-facts">
        <Fact name="Amount" value={payment.amount} />
        <Fact name="Paid" value={payment.paid} />
        {payment.refunded > 0 && <Fact name="Refunded" value={payment.refunded} />}
        {payment.refundDue > 0 && <Fact name="To be refunded" value={payment.refundDue} />}
        {payment.refundPending > 0 && <Fact name="To be sent by the provider" value={payment.refundPending} />}
        <Fact name="Due" value={payment.due} />
      </dl>
      <MoneyActions order={order} />
      {entries && entries.length > 0 && (
        <ol className="led">
          {entries.map((entry) => (
            <Entry key={entry.version} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  );
}

/** The actions of staff on a payment: decide on a claim, refund, retry a failed refund. */
export function MoneyActions({ order }: { order: Order }) {
  const { payment } = order;
  const { may } = usePermissions();
  const [isRefunding, setRefunding] = useState(false);
  const { waiting, isKnown } = useWaitingReturn(order);
  const most = waiting && payment.refundDue;
  return (
    <>
      {payment.refundFailed > 0 && may("retry_refund") && (
        <FailedRefund key={payment.version} orderId={order.id} payment={payment} />
      )}
      {payment.status === "due" && payment.due > 0 && payment.expiresAt && (
        <p className="muted small">
          Reference {payment.reference}.{" "}
          {isBegun(order.items) ? "Not paid yet." : `Unpaid, it is cancelled on ${dayAndTime(payment.expiresAt)}.`}
        </p>
      )}
      {(payment.status === "claimed" || canMoneyCome(order)) &&
        (may("confirm_payment") ? (
          <Decision key={payment.claim?.at ?? payment.status} order={order} />
        ) : (
          <p className="muted small">Confirming money stays with orders and finance.</p>
        ))}
      {waiting && <WaitingReturn id={waiting.id} />}
      {payment.paid > payment.refunded &&
        (!may("refund_payment") ? (
          <p className="muted small">Refunds stay with finance.</p>
        ) : !isKnown || most === 0 ? null : isRefunding ? (
          <RefundForm
            key={payment.version}
            orderId={order.id}
            payment={payment}
            owed={payment.refundDue}
            most={most}
            reason={payment.refundDue === 0 ? "" : isAllKept(order) ? "Returned" : "Cancelled"}
            onDone={() => setRefunding(false)}
          />
        ) : (
          <button type="button" className="btn btn-line btn-sm mb-3" onClick={() => setRefunding(true)}>
            Refund
          </button>
        ))}
    </>
  );
}

const isAllKept = ({ items }: Order) => items.length > 0 && items.every(({ status }) => status !== "cancelled");

/** Whether staff may record money. A courier may still bring money for pieces that were returned meanwhile. */
const canMoneyCome = ({ payment, items }: Order) =>
  payment.status === "due" &&
  payment.method !== "online" &&
  (payment.due > 0 || items.some(({ status }) => status !== "cancelled"));

const Fact = ({ name, value }: { name: string; value: number }) => (
  <div>
    <dt>{name}</dt>
    <dd className="num">{rupees(value)}</dd>
  </div>
);

function Entry({ entry }: { entry: PaymentEntry }) {
  return (
    <li className={movesMoney(entry) ? undefined : "muted"}>
      <span>
        <b>{entryText(entry)}</b>
        {entry.reference ? ` ${entry.reference}` : ""}
        {entry.reason ? `: ${entry.reason}` : ""}
        <small>
          {dayAndTime(entry.at)}, {entry.who ?? "the shop"}
        </small>
      </span>
      <span className="num">{entry.amount > 0 ? rupees(entry.amount) : ""}</span>
    </li>
  );
}

/** Confirms the claimed or due amount. A claim can be rejected with a reason that the shopper reads. */
function Decision({ order: { id, payment } }: { order: Order }) {
  const field = useId();
  const [reason, setReason] = useState<string>();
  const [amount, setAmount] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [confirm, { isLoading: isConfirming }] = useConfirmPaymentMutation();
  const [reject, { isLoading: isRejecting }] = useRejectPaymentMutation();
  const isBusy = isConfirming || isRejecting;
  const seen = { orderId: id, version: payment.version };
  const isClaimed = payment.status === "claimed";
  const failed = (error: unknown) => setProblem(error ? errorText(error) : undefined);
  const isPart = payment.due < payment.amount;
  const expected = isClaimed && payment.claim ? payment.claim.amount : payment.due;
  const received = isPart && amount !== undefined ? typedAmount(amount) : expected;
  const onConfirm = async () => {
    if (!(received > 0 && received >= payment.due && received <= payment.amount)) {
      return setProblem(`Write an amount from ${rupees(payment.due || 0.01)} to ${rupees(payment.amount)}.`);
    }
    // Always with the amount: what is due may have changed since, and the version of the payment does not show that.
    failed((await confirm({ ...seen, amount: received })).error);
  };
  const onReject = async (event: FormEvent) => {
    event.preventDefault();
    if (!reason?.trim()) return setProblem("Say why, so that the shopper can mend it.");
    const { error } = await reject({ ...seen, reason });
    failed(error);
    if (!error) setReason(undefined);
  };
  const button = useRef<HTMLButtonElement>(null);
  // A reference that another order also has must be checked before it is confirmed.
  useClaimKey(button, isClaimed && !isBusy, () =>
    payment.usedIn.length > 0 ? button.current?.focus() : void onConfirm(),
  );
  return (
    <div className={isClaimed ? "claimbox claimed" : "claimbox"}>
      {isClaimed && payment.claim && (
        <p>
          <b className="num">{rupees(payment.claim.amount)}</b> claimed on {dayAndTime(payment.claim.at)}, UTR{" "}
          <b className="num">{payment.claim.reference}</b>.{" "}
          {payment.usedIn.length > 0 ? (
            <strong className="bad">Used in order {payment.usedIn.join(", ")} too.</strong>
          ) : (
            "Not used before."
          )}
        </p>
      )}
      {isPart && (
        <>
          <label className="form-label" htmlFor={`${field}a`}>
            Amount that arrived
          </label>
          <input
            id={`${field}a`}
            className="form-control num"
            inputMode="decimal"
            value={amount ?? (expected > 0 ? String(expected) : "")}
            aria-describedby={`${field}m`}
            onChange={({ target }) => setAmount(target.value)}
          />
          <p id={`${field}m`} className="muted small">
            Up to {rupees(payment.amount)}, if it was sent before items were cancelled or came back. The rest is then to
            be refunded.
          </p>
        </>
      )}
      <div className="acts">
        <button
          ref={button}
          type="button"
          className="btn btn-primary btn-sm"
          aria-keyshortcuts={isClaimed ? "c" : undefined}
          disabled={isBusy}
          onClick={() => void onConfirm()}
        >
          {isClaimed ? (
            <>
              Confirm claim{" "}
              <span className="key" aria-hidden="true">
                <kbd>C</kbd>
              </span>
            </>
          ) : (
            `Money received: ${received > 0 ? rupees(received) : ""}`
          )}
        </button>
        {isClaimed && reason === undefined && (
          <button type="button" className="btn btn-line btn-sm" disabled={isBusy} onClick={() => setReason("")}>
            Reject
          </button>
        )}
      </div>
      {isClaimed && reason !== undefined && (
        <form className="rejectform" noValidate onSubmit={(event) => void onReject(event)}>
          <label className="form-label" htmlFor={field}>
            Why was it not found? The shopper reads this.
          </label>
          <input
            id={field}
            className="form-control"
            maxLength={200}
            value={reason}
            // biome-ignore lint/a11y/noAutofocus: the field appears where the pressed button was
            autoFocus
            onChange={(event) => setReason(event.target.value)}
          />
          <button type="submit" className="btn btn-line btn-sm" disabled={isBusy}>
            Reject claim
          </button>
        </form>
      )}
      <Problem text={problem} />
    </div>
  );
}
