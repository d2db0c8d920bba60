import { Modal } from "react-bootstrap";
import type { Order } from "@/shared/api/types";
import { counted, dayAndTime, rupees } from "@/shared/format";
import { Email } from "@/shared/ui/Email";
import { LoadError } from "@/shared/ui/Notice";
import { useBoardOrderQuery } from "./boardApi";
import { placedAt } from "./boardArgs";
import { boardRows } from "./boardRows";
import { ItemDetails } from "./ItemDetails";
import { UndoOffer } from "./UndoOffer";

interface OrderDetailsProps {
  /** Null: closed. */
  id: number | null;
  onClose: () => void;
}

/** One order with the history and the frozen price of each item; live while it is open. */
export function OrderDetails({ id, onClose }: OrderDetailsProps) {
  const { currentData, error, isFetching, refetch } = useBoardOrderQuery(id ?? 0, { skip: id === null });
  return (
    <Modal show={id !== null} onHide={onClose} className="order-sheet" scrollable aria-labelledby="order-title">
      <Modal.Header closeButton closeLabel="Close">
        <Modal.Title as="h2" id="order-title">
          Order {id}
        </Modal.Title>
        <UndoOffer />
      </Modal.Header>
      <Modal.Body tabIndex={0}>
        {currentData && <OrderBody order={currentData} />}
        {!currentData && error && !isFetching && (
          <LoadError
            title={"status" in error && error.status === 404 ? "No orders found" : "Failed to load orders"}
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {!currentData && isFetching && <p role="status">Loading the order</p>}
      </Modal.Body>
    </Modal>
  );
}

function OrderBody({ order }: { order: Order }) {
  const { address } = order;
  return (
    <>
      <dl className="facts">
        <div>
          <dt>Customer</dt>
          <dd>
            <b>{order.customerName}</b>
            <br />
            {order.customerPhone}
            <br />
            <Email address={order.customerEmail} />
          </dd>
        </div>
        <div>
          <dt>Order</dt>
          <dd>
            <b>{rupees(order.totalAmount)}</b>
            <br />
            {counted(order.totalQuantity, "piece")}
            <br />
            {dayAndTime(placedAt(order))}
          </dd>
        </div>
        <div>
          <dt>Delivering to</dt>
          <dd>
            {address ? (
              <>
                <b>{address.name}</b>
                <br />
                {address.address}
                <br />
                {[address.city, address.state, address.zip_code, address.country].filter(Boolean).join(", ")}
              </>
            ) : (
              "No address was given"
            )}
          </dd>
        </div>
      </dl>
      {boardRows([order]).map((row) => (
        <ItemDetails key={row.id} row={row} />
      ))}
    </>
  );
}
