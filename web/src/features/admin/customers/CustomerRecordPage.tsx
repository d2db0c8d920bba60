import { ChevronRight, Mail } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router";
import { initials } from "@/shared/admin/initials";
import type { Column } from "@/shared/admin/list/ListTable";
import { isLongAmount } from "@/shared/admin/longAmount";
import { ago } from "@/shared/admin/orders/age";
import { mailOutcome, mailText } from "@/shared/admin/orders/mailTexts";
import { PaymentChip } from "@/shared/admin/orders/PaymentChip";
import { entryText } from "@/shared/admin/orders/paymentTexts";
import { PresentPeople } from "@/shared/admin/presence/PresentPeople";
import { useLook } from "@/shared/admin/presence/usePresence";
import { isNotFound } from "@/shared/api/errors";
import type { ReturnOut } from "@/shared/api/schema";
import { day, dayAndTime, pluralize, rupees, wholeNumber } from "@/shared/format";
import { useNow } from "@/shared/hooks/useNow";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { CopyButton } from "@/shared/ui/CopyButton";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { StatusBadge, statusWord } from "@/shared/ui/StatusBadge";
import { CustomerCart, CustomerFacts, CustomerWishlist } from "./CustomerAside";
import { CustomerData } from "./CustomerData";
import { CustomerNotes } from "./CustomerNotes";
import {
  type CustomerEvent,
  type CustomerMail,
  type CustomerMoney,
  type CustomerOrder,
  type CustomerRecord,
  listOf,
  useCustomerCartQuery,
  useCustomerEventsInfiniteQuery,
  useCustomerMailsInfiniteQuery,
  useCustomerMoneyInfiniteQuery,
  useCustomerOrdersInfiniteQuery,
  useCustomerRecordQuery,
  useCustomerReturnsInfiniteQuery,
} from "./customerRecordApi";
import { RecordList } from "./RecordList";
import { eventText, moneyAmount } from "./recordTexts";

/** In milliseconds: the polling interval while a mail is not sent. An event reports its success, but no failed try. */
const mailPollInterval = 10_000;

const orderLink = (id: number) => (
  <Link className="textlink" to={`/admin/orders/${id}`}>
    <b className="num">{id}</b>
  </Link>
);

const orderColumns: Column<CustomerOrder>[] = [
  { label: "Order", cell: ({ id }) => orderLink(id) },
  { label: "Pieces", cell: ({ pieces }) => pieces.join(", ") },
  { label: "Ordered", numeric: true, cell: ({ orderedAt }) => <span className="sub">{day(orderedAt)}</span> },
  { label: "Amount", numeric: true, cell: ({ totalAmount }) => rupees(totalAmount) },
  { label: "Payment", cell: ({ payment }) => <PaymentChip payment={payment} /> },
  { label: "Status", cell: ({ currentStatus }) => <StatusBadge status={currentStatus} /> },
];

const moneyColumns: Column<CustomerMoney>[] = [
  {
    label: "Money",
    cell: (step) => (
      <span>
        {entryText(step)}, order {orderLink(step.orderId)}
      </span>
    ),
  },
  { label: "Reference", cell: ({ reference }) => reference && <code>{reference}</code> },
  { label: "When", numeric: true, cell: ({ at }) => <span className="sub">{dayAndTime(at)}</span> },
  { label: "Amount", numeric: true, cell: moneyAmount },
];

const returnColumns: Column<ReturnOut>[] = [
  {
    label: "Return",
    cell: ({ id }) => (
      <Link className="textlink" to={`/admin/returns?return=${id}`}>
        <b className="num">R-{id}</b>
      </Link>
    ),
  },
  { label: "Piece", cell: ({ productName }) => productName },
  { label: "Why", cell: ({ reason }) => reason },
  { label: "Asked", numeric: true, cell: ({ history }) => <span className="sub">{dayAndTime(history[0]?.at)}</span> },
  { label: "State", cell: ({ status }) => <span className="n">{statusWord(status)}</span> },
];

const mailColumns: Column<CustomerMail>[] = [
  { label: "Mail", cell: mailText },
  { label: "About", cell: ({ about }) => <span className="sub">{about}</span> },
  { label: "When", numeric: true, cell: ({ at }) => <span className="sub">{dayAndTime(at)}</span> },
  {
    label: "What became of it",
    cell: (mail) => {
      const [look, text] = mailOutcome(mail);
      return <span className={look === "off" ? "sub" : `state ${look}`}>{text}</span>;
    },
  },
];

const eventColumns: Column<CustomerEvent>[] = [
  { label: "When", cell: ({ at }) => <span className="sub num">{dayAndTime(at)}</span> },
  { label: "Event", cell: ({ type }) => <code>{type}</code> },
  { label: "What", cell: eventText },
  { label: "Position", numeric: true, cell: ({ position }) => <span className="sub">{wholeNumber(position)}</span> },
];

/** `/admin/customers/:id`: all data of the shop about a customer; updated live. */
export function CustomerRecordPage() {
  const { id: given } = useParams();
  const id = /^[1-9]\d{0,15}$/.test(given ?? "") ? Number(given) : 0;
  const { currentData, error, refetch } = useCustomerRecordQuery(id, { skip: id === 0 });
  // The data of a deleted customer stay in the cache.
  const record = isNotFound(error) ? undefined : currentData;
  usePageTitle(`${record?.name ?? "Customer"}, Admin portal`);
  if (id === 0 || isNotFound(error)) {
    return (
      <div className="panel nf">
        <h1>There is no such customer</h1>
        <p className="muted">Look at the number again, or find the customer by name, phone number or email.</p>
        <Link className="btn btn-primary" to="/admin/customer">
          All customers
        </Link>
      </div>
    );
  }
  if (!record) {
    return (
      <>
        <div className="work-head">
          <h1>Customer</h1>
        </div>
        {error ? (
          <LoadError title="The customer could not be loaded" error={error} onRetry={refetch} />
        ) : (
          <span className="sk page-sk" role="status" aria-label="Loading the customer" />
        )}
      </>
    );
  }
  return <RecordOf key={id} record={record} />;
}

function RecordOf({ record }: { record: CustomerRecord }) {
  const args = listOf(record.id);
  const orders = useCustomerOrdersInfiniteQuery(args);
  const money = useCustomerMoneyInfiniteQuery(args);
  const returns = useCustomerReturnsInfiniteQuery(args);
  const [hasUnsent, setHasUnsent] = useState(false);
  const mails = useCustomerMailsInfiniteQuery(args, {
    pollingInterval: hasUnsent ? mailPollInterval : 0,
    skipPollingIfUnfocused: true,
  });
  const isWaiting = mails.data?.pages[0]?.rows.some(({ outcome }) => outcome === "waiting" || outcome === "failing");
  if (isWaiting !== undefined && isWaiting !== hasUnsent) setHasUnsent(isWaiting);
  const events = useCustomerEventsInfiniteQuery(args);
  return (
    <div className="record">
      <Head record={record} />
      <Figures record={record} />
      <div className="record-cols">
        <div>
          <RecordList title="Orders" query={orders} columns={orderColumns} idOf={({ id }) => id} none="No order yet." />
          <RecordList title="Money" query={money} columns={moneyColumns} idOf={({ id }) => id} none="No payment yet." />
          <RecordList
            title="Returns"
            query={returns}
            columns={returnColumns}
            idOf={({ id }) => id}
            none="Nothing was sent back."
          />
          <RecordList
            title="Mails sent"
            query={mails}
            columns={mailColumns}
            idOf={({ deliveryId }) => deliveryId}
            none="No mail yet."
          />
          <RecordList
            title="Events"
            query={events}
            columns={eventColumns}
            idOf={({ position }) => position}
            none="Nothing happened in the last seven days."
          />
        </div>
        <div>
          <CustomerFacts record={record} />
          <CustomerNotes record={record} />
          <CustomerCart customerId={record.id} />
          <CustomerWishlist customerId={record.id} />
          <CustomerData record={record} />
        </div>
      </div>
    </div>
  );
}

function Head({ record: { id, name, phone, email, isDeleted } }: { record: CustomerRecord }) {
  useLook("customer", id);
  return (
    <>
      <nav className="crumbs" aria-label="Breadcrumb">
        <Link to="/admin/customer">Customers</Link>
        <ChevronRight className="ico ico-14" aria-hidden="true" />
        <span aria-current="page">{name}</span>
      </nav>
      <div className="work-head">
        <span className="ava xl" aria-hidden="true">
          {initials(name)}
        </span>
        <div className="who">
          <div className="name-line">
            <h1>{name}</h1>
            <PresentPeople kind="customer" id={id} isLong />
          </div>
          <div className="sub num">
            {isDeleted ? "The account is deleted" : [phone, email].filter(Boolean).join(", ")}
          </div>
        </div>
        <div className="acts">
          {phone && <CopyButton className="btn btn-line" text={phone} label="Copy phone" />}
          {!isDeleted && (
            <a className="btn btn-line" href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}>
              <Mail className="ico ico-16" aria-hidden="true" />
              Write a mail
            </a>
          )}
        </div>
      </div>
    </>
  );
}

const dueText = ({ dueOrder, dueOrders }: CustomerRecord["figures"]) =>
  dueOrders > 1 ? pluralize(dueOrders, "order") : dueOrder ? `order ${dueOrder}` : "nothing is due";

function Figures({ record: { id, figures } }: { record: CustomerRecord }) {
  const now = useNow();
  const { data: cart } = useCustomerCartQuery(id);
  const inCart = cart?.reduce((sum, { product, quantity }) => sum + product.ornamentPrice * quantity, 0);
  const { waitingReturn, waitingReturnSince } = figures;
  const shown = [
    ["Orders", wholeNumber(figures.orders), figures.firstOrderAt ? `first ${day(figures.firstOrderAt)}` : "none yet"],
    ["Bought", rupees(figures.bought), "cancelled and returned left out"],
    ["Due now", rupees(figures.due), dueText(figures)],
    [
      "Returns",
      `${figures.returnedPieces} of ${pluralize(figures.pieces, "piece")}`,
      waitingReturn ? `R-${waitingReturn} waits, asked ${ago(waitingReturnSince, now)}` : "none waits",
    ],
    ["In the cart", inCart === undefined ? "" : rupees(inCart), cart ? pluralize(cart.length, "item") : ""],
  ];
  return (
    <section className="panel strip" aria-label="Figures">
      {shown.map(([label, value, more]) => (
        <div key={label}>
          <div className="sub">{label}</div>
          <div className={isLongAmount(value) ? "v num long" : "v num"}>{value}</div>
          <div className="sub num">{more}</div>
        </div>
      ))}
    </section>
  );
}
