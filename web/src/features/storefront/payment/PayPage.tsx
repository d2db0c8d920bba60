import { Check, CircleAlert, Info } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Navigate, useNavigate, useParams } from "react-router";
import { useAppDispatch } from "@/app/hooks";
import {
  isPayable,
  type Payment,
  type PaymentMethod,
  useChangePaymentMethodMutation,
  useGetShopQuery,
} from "@/shared/api/payments";
import type { AuthUser, OrderLine } from "@/shared/api/types";
import { dayAndTime, rupees } from "@/shared/format";
import { useHeldFocus } from "@/shared/hooks/useHeldFocus";
import { useNews } from "@/shared/hooks/useNews";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { isBegun, methodPhrases, paymentSentence, rejected } from "@/shared/orders/paymentTexts";
import { StepList } from "@/shared/orders/StepList";
import { useOrderLines } from "@/shared/orders/useOrderLines";
import { failureShown } from "@/shared/toasts/toastsSlice";
import { Breadcrumbs } from "@/shared/ui/Breadcrumbs";
import { Link } from "@/shared/ui/Link";
import { LiveIndicator } from "@/shared/ui/LiveIndicator";
import { LoadError } from "@/shared/ui/LoadError";
import { PayByBank } from "./PayByBank";
import { PayByUpi } from "./PayByUpi";
import { PayOnline } from "./PayOnline";

/** In milliseconds: how long `Payment received` stays before the confirmation follows. */
const receivedShownFor = 2000;

/** Pays one order in advance; updated live until the money has arrived. */
export function PayPage({ user }: { user: AuthUser }) {
  usePageTitle("Pay");
  const orderId = Number(useParams().id);
  const order = useOrderLines(user.id, orderId);
  const shop = useGetShopQuery();
  const error = order.error ?? (shop.data ? undefined : shop.error);
  if (error) {
    return (
      <div className="wrap section">
        <LoadError
          title="Failed to load the order"
          error={error}
          onRetry={() => Promise.all([order.error && order.retry(), shop.refetch()])}
        />
      </div>
    );
  }
  const { lines } = order;
  const line = lines?.[0];
  if (lines && !line) return <Navigate to="/my-orders" replace />;
  if (!line || !shop.data) return <div className="page-wait" aria-busy="true" />;
  return <PayOrder line={line} lines={lines} methods={shop.data.methods} />;
}

/** The title and the page of each way to pay; an order to be paid on delivery has none. */
const payViews = {
  online: ["Pay online", PayOnline],
  upi: ["Pay by UPI", PayByUpi],
  bank: ["Pay by bank transfer", PayByBank],
  cod: ["Your payment", PayByBank],
} as const;

interface PayOrderProps {
  line: OrderLine;
  /** All lines of its order. */
  lines: OrderLine[];
  methods: PaymentMethod[];
}

function PayOrder({ line, lines, methods }: PayOrderProps) {
  const { orderId, payment } = line;
  const method = methods.find((each) => each.method === payment.method);
  const canPay = isPayable(payment);
  const isCancelled = lines.every(({ status }) => status === "cancelled");
  const hasEnded = isCancelled || payment.status === "expired" || payment.status === "cancelled";
  const [title, Way] = payViews[payment.method];
  const { heading, setChosen } = useFocusOnChange(payment.method);
  const holder = useHeldFocus(() => heading.current);
  const isOffered = method !== undefined;
  const news = useNews(!canPay ? stateTitle(payment, hasEnded) : isOffered ? title : notOffered(payment));
  const possible = isBegun(lines) ? methods.filter(({ method }) => method !== "cod") : methods;
  const other = <OtherWay orderId={orderId} payment={payment} methods={possible} onChoose={setChosen} />;
  return (
    <div className="wrap">
      <div className="narrow" {...holder}>
        <p className="visually-hidden" role="status">
          {news}
        </p>
        <Breadcrumbs trail={[["My Orders", "/my-orders"]]} here={`Pay order ${orderId}`} />
        <div className="pay-head">
          {!hasEnded && (
            <span className="ok">
              <Check className="ico" aria-hidden="true" />
              Order {orderId} is placed
            </span>
          )}
          <h1 ref={heading} tabIndex={-1}>
            {canPay && method ? title : "Your payment"}
          </h1>
          {canPay && payment.expiresAt && !isBegun(lines) && (
            <p>
              Your piece and your price are kept until{" "}
              <span className="num text-nowrap">{dayAndTime(payment.expiresAt)}</span>. You can close this page and come
              back from My Orders.
            </p>
          )}
        </div>
        {canPay && payment.rejection && (
          <div className="alertline" role="alert">
            <CircleAlert className="ico" aria-hidden="true" />
            <span>{rejected(payment.rejection)}</span>
          </div>
        )}
        {canPay && method ? (
          <Way orderId={orderId} payment={payment} method={method} other={other} />
        ) : canPay ? (
          <NotOffered payment={payment} other={other} />
        ) : (
          <PaymentState line={line} hasEnded={hasEnded} />
        )}
      </div>
    </div>
  );
}

/** Scrolls to the heading and focuses it when the method that was chosen on this page is shown. */
function useFocusOnChange(shown: Payment["method"]) {
  const heading = useRef<HTMLHeadingElement>(null);
  const chosen = useRef<Payment["method"]>(undefined);
  useEffect(() => {
    if (chosen.current !== shown) return;
    chosen.current = undefined;
    heading.current?.scrollIntoView({ block: "center" });
    heading.current?.focus({ preventScroll: true });
  }, [shown]);
  const setChosen = (method: Payment["method"] | undefined) => {
    chosen.current = method;
  };
  return { heading, setChosen };
}

interface OtherWayProps {
  orderId: number;
  payment: Payment;
  methods: PaymentMethod[];
  /** Called with the chosen method, or without one if it was not changed. */
  onChoose: (method?: Payment["method"]) => void;
}

function OtherWay({ orderId, payment, methods, onChoose }: OtherWayProps) {
  const dispatch = useAppDispatch();
  const [change, { isLoading }] = useChangePaymentMethodMutation();
  const others = methods.filter(
    ({ method, limit }) => method !== payment.method && (limit === null || payment.due <= limit),
  );
  if (others.length === 0 || !(payment.status === "due" || payment.status === "failed")) return null;
  const onChange = async (paymentMethod: PaymentMethod["method"]) => {
    onChoose(paymentMethod);
    const { error } = await change({ orderId, paymentMethod, version: payment.version });
    if (!error) return;
    onChoose();
    dispatch(failureShown(error, "The way to pay was not changed. Please try again."));
  };
  return (
    <div className="under">
      <span className="hint">
        <Info className="ico" aria-hidden="true" />
        <span>Another way? The order stays as it is.</span>
      </span>
      <span className="d-flex gap-3 flex-wrap">
        {others.map(({ method, label }) => (
          <button
            key={method}
            type="button"
            className="textlink small"
            aria-disabled={isLoading}
            onClick={() => isLoading || void onChange(method)}
          >
            {label}
          </button>
        ))}
      </span>
    </div>
  );
}

const notOffered = ({ method }: Payment) => `We no longer offer to pay ${methodPhrases[method]}`;

/** Shown if the shop no longer offers the order's payment method. */
function NotOffered({ payment, other }: { payment: Payment; other: ReactNode }) {
  return (
    <section className="panel checking">
      <div>
        <h2>{notOffered(payment)}</h2>
        <p>{rupees(payment.due)} is still to be paid.</p>
        {other}
        <div className="links">
          <Link className="textlink" to="/contact-us">
            Ask about this payment
          </Link>
        </div>
      </div>
    </section>
  );
}

const isDueOnDelivery = ({ status, method, due }: Payment) => status === "due" && method === "cod" && due > 0;

function stateTitle(payment: Payment, hasEnded: boolean): string {
  const { status } = payment;
  if (status === "claimed") return "We are checking your payment";
  if (hasEnded) return status === "expired" ? "Not paid" : "Cancelled";
  if (status === "paid") return "Payment received";
  return isDueOnDelivery(payment) ? "Pay on delivery" : "Nothing is to be paid";
}

/** Shown if there is nothing left to pay in advance. */
function PaymentState({ line, hasEnded }: { line: OrderLine; hasEnded: boolean }) {
  const { orderId, payment } = line;
  const navigate = useNavigate();
  const isPaid = payment.status === "paid" && !hasEnded;
  useEffect(() => {
    if (!isPaid) return;
    const timer = setTimeout(
      () => void navigate(`/order-confirm?order=${orderId}`, { replace: true }),
      receivedShownFor,
    );
    return () => clearTimeout(timer);
  }, [isPaid, navigate, orderId]);
  const { status, method, claim } = payment;
  // The last claim stays in the payment after staff rejected it and the order was paid in another way.
  const isOfClaim = status === "claimed" || (isPaid && (method === "upi" || method === "bank"));
  return (
    <section className="panel checking">
      <div>
        <LiveIndicator />
        <h2>{stateTitle(payment, hasEnded)}</h2>
        <p>
          {status === "claimed" ? (
            <>
              You told us on {dayAndTime(claim?.at ?? null)} that you paid {rupees(claim?.amount ?? 0)}. UTR{" "}
              <span className="num text-nowrap">{claim?.reference}</span>. A person compares it with our account. This
              page changes by itself.
            </>
          ) : hasEnded ? (
            paymentSentence(payment, [line])
          ) : isPaid ? (
            `Thank you. We have ${rupees(payment.paid)}.`
          ) : isDueOnDelivery(payment) ? (
            `${rupees(payment.due)}, when it is handed to you.`
          ) : (
            "My Orders shows how the order stands."
          )}
        </p>
        <div className="links">
          <Link className="textlink" to={`/my-orders#order-${orderId}`}>
            Follow your order
          </Link>
          {status === "claimed" && (
            <Link className="textlink" to="/contact-us">
              Ask about this payment
            </Link>
          )}
        </div>
      </div>
      {claim && isOfClaim && (
        <StepList
          label="Payment"
          steps={[
            { status: "ordered", at: line.orderedDate ?? line.orderedAt },
            { status: "you paid", at: claim.at },
            { status: "confirmed" },
          ]}
          reached={isPaid ? 2 : 1}
          isDone={isPaid}
        />
      )}
    </section>
  );
}
