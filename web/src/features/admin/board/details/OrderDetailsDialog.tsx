import { Printer } from "lucide-react";
import { useState } from "react";
import { Modal } from "react-bootstrap";
import { boardRows } from "@/features/admin/board/boardRows";
import { UndoBar } from "@/features/admin/board/status/UndoBar";
import { useBoardReturn } from "@/features/admin/board/useBoardReturn";
import { CustomerLink } from "@/shared/admin/CustomerLink";
import { useBoardOrderQuery } from "@/shared/admin/orders/boardApi";
import { placedAt } from "@/shared/admin/orders/boardArgs";
import { usePermissions } from "@/shared/admin/permissions";
import { PresentPeople } from "@/shared/admin/presence/PresentPeople";
import { useLook } from "@/shared/admin/presence/usePresence";
import { isNotFound } from "@/shared/api/errors";
import { allStatuses, type Order } from "@/shared/api/types";
import { dayAndTime, pluralize, rupees } from "@/shared/format";
import { CopyButton } from "@/shared/ui/CopyButton";
import { EmailAddress } from "@/shared/ui/EmailAddress";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { StatusBadge } from "@/shared/ui/StatusBadge";
import { addressLines } from "./addressLines";
import { CancelItems, isCancellable } from "./CancelItems";
import { GiftPanel } from "./GiftPanel";
import { InvoicePanel } from "./InvoicePanel";
import { ItemDetails } from "./ItemDetails";
import { PanPanel } from "./PanPanel";
import { PaymentPanel } from "./PaymentPanel";
import { StaffHistory } from "./StaffHistory";

interface OrderDetailsDialogProps {
  /** Null: closed. */
  id: number | null;
  onClose: () => void;
}

/** One order with history and price of each item; updated live while open. */
export function OrderDetailsDialog({ id, onClose }: OrderDetailsDialogProps) {
  const { currentData, error, isFetching, refetch } = useBoardOrderQuery(id ?? 0, { skip: id === null });
  const { state } = useBoardReturn();
  const isMissing = isNotFound(error);
  const order = isMissing ? undefined : currentData;
  useLook("order", order?.id ?? null);
  return (
    <Modal show={id !== null} onHide={onClose} className="order-sheet" scrollable aria-labelledby="order-title">
      <Modal.Header closeButton closeLabel="Close">
        <Modal.Title as="h2" id="order-title">
          Order {id}
        </Modal.Title>
        {id !== null && <PresentPeople kind="order" id={id} isLong />}
        <UndoBar />
        <Link className="btn btn-line btn-sm page-link-btn" to={`/admin/orders/${id}`} state={state}>
          Open the page
        </Link>
        <button
          type="button"
          className="btn btn-line btn-sm print"
          aria-label="Print"
          disabled={!order}
          onClick={() => window.print()}
        >
          <Printer className="ico ico-16" aria-hidden="true" />
          <span className="word">Print</span>
        </button>
      </Modal.Header>
      <Modal.Body tabIndex={0}>
        {order && <OrderBody key={order.id} order={order} />}
        {!order && error && (
          <LoadError title={isMissing ? "No orders found" : "Failed to load orders"} error={error} onRetry={refetch} />
        )}
        {!order && !error && isFetching && <p role="status">Loading the order</p>}
      </Modal.Body>
    </Modal>
  );
}

/** `ordered, 2 packed` */
function itemStatuses({ items }: Order): string {
  const standing = allStatuses.map((status) => ({
    status,
    count: items.filter((item) => item.status === status).length,
  }));
  const there = standing.filter(({ count }) => count > 0);
  return there.map(({ status, count }) => (count > 1 ? `${count} ${status}` : status)).join(", ");
}

function OrderBody({ order }: { order: Order }) {
  const { may } = usePermissions();
  const { address } = order;
  const lines = address ? addressLines(address) : [];
  const [name, street, town] = lines;
  const [isCancelling, setCancelling] = useState(false);
  return (
    <>
      {isCancelling ? (
        <CancelItems order={order} onClose={() => setCancelling(false)} />
      ) : (
        may("cancel_order") &&
        order.items.some(isCancellable) && (
          <button type="button" className="btn btn-line btn-sm cancel-open" onClick={() => setCancelling(true)}>
            Cancel items
          </button>
        )
      )}
      <dl className="facts">
        <div>
          <dt>Customer</dt>
          <dd>
            <b>
              <CustomerLink id={order.customerId} name={order.customerName} />
            </b>
            <br />
            {order.customerPhone}
            <br />
            <EmailAddress address={order.customerEmail} />
          </dd>
        </div>
        <div>
          <dt>Order</dt>
          <dd>
            <b>{rupees(order.totalAmount)}</b>
            <br />
            {pluralize(order.totalQuantity, "piece")}
            <br />
            {dayAndTime(placedAt(order))}
          </dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>
            {order.statusText ? (
              <>
                <b>{order.statusText}</b>
                {order.items.length > 0 && (
                  <>
                    <br />
                    <span className="muted">items: {itemStatuses(order)}</span>
                  </>
                )}
              </>
            ) : (
              <StatusBadge status={order.currentStatus} />
            )}
          </dd>
        </div>
        <div>
          <dt>Delivering to</dt>
          <dd>
            {address ? (
              <>
                <b>{name}</b>
                <br />
                {street}
                <br />
                {town}
                <br />
                {address.phone && (
                  <>
                    {address.phone}
                    <br />
                  </>
                )}
                <CopyButton className="textlink copy" text={lines.join("\n")} label="Copy address" />
              </>
            ) : (
              "No address was given"
            )}
          </dd>
        </div>
      </dl>
      <GiftPanel order={order} />
      <PaymentPanel order={order} />
      {may("show_pan") && <PanPanel orderId={order.id} />}
      {may("list_invoices") && <InvoicePanel orderId={order.id} />}
      {boardRows([order]).map((row) => (
        <ItemDetails key={row.id} row={row} />
      ))}
      <StaffHistory order={order} />
    </>
  );
}
