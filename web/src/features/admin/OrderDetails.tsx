import { LockKeyhole } from "lucide-react";
import { Modal } from "react-bootstrap";
import type { Order, OrderItem, StatusHistory } from "@/shared/api/types";
import { counted, day, dayAndTime, grams, rupees } from "@/shared/format";
import { LoadError } from "@/shared/ui/Notice";
import { StatusBadge, statusWord } from "@/shared/ui/StatusBadge";
import { ItemPicture } from "./BoardRow";
import { useBoardOrderQuery } from "./boardApi";
import { placedAt } from "./boardArgs";

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
            {order.customerEmail}
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
      {order.items.map((item) => (
        <ItemDetails key={item.itemId} item={item} fixedAt={placedAt(order)} />
      ))}
    </>
  );
}

function ItemDetails({ item, fixedAt }: { item: OrderItem; fixedAt: string | null }) {
  return (
    <section className="det-line" aria-label={item.productName}>
      <div className="det-head">
        <ItemPicture url={item.productImageUrl} />
        <div>
          <h3>{item.productName}</h3>
          <span className="muted num">
            {grams(item.weight)}, qty {item.productQuantity}, {rupees(item.totalAmount)}
          </span>
        </div>
        <StatusBadge status={item.status} />
      </div>
      <div className="det-cols">
        <div>
          <h4>History</h4>
          <ol className="timeline">
            {item.history?.map((step) => (
              <HistoryStep key={step.version} step={step} />
            ))}
          </ol>
        </div>
        <BreakUp item={item} fixedAt={fixedAt} />
      </div>
    </section>
  );
}

function HistoryStep({ step }: { step: StatusHistory }) {
  return (
    <li className="done">
      <b>
        {step.from && step.from !== step.status
          ? `${statusWord(step.from)} to ${statusWord(step.status)}`
          : statusWord(step.status)}
      </b>
      <span>
        {dayAndTime(step.at)}
        {step.changedBy ? `, by ${step.changedBy}` : ""}
      </span>
    </li>
  );
}

function BreakUp({ item, fixedAt }: { item: OrderItem; fixedAt: string | null }) {
  const quantity = item.productQuantity;
  return (
    <div>
      <h4 className="d-flex justify-content-between align-items-center">
        Price break-up
        <span className="micro muted fw-normal d-inline-flex align-items-center gap-1">
          <LockKeyhole className="ico ico-14" aria-hidden="true" />
          Fixed on {day(fixedAt)}
        </span>
      </h4>
      <table className="breakup">
        <tbody>
          <tr>
            <th scope="row">
              Gold, {item.purity}
              <small>
                {rupees(item.goldRate)} /gm × {grams(item.weight)}
              </small>
            </th>
            <td>{rupees(item.productRate)}</td>
          </tr>
          <tr>
            <th scope="row">Making charge</th>
            <td>{rupees(item.makingCharge)}</td>
          </tr>
          <tr>
            <th scope="row">Wastage charge</th>
            <td>{rupees(item.wastageCharge)}</td>
          </tr>
          {item.discount > 0 && (
            <tr>
              <th scope="row" className="neg">
                Discount
              </th>
              <td className="neg">−{rupees(item.discount)}</td>
            </tr>
          )}
          {quantity > 1 && (
            <tr>
              <th scope="row">
                Quantity
                <small>{rupees(item.totalAmount / quantity)} a piece</small>
              </th>
              <td>× {quantity}</td>
            </tr>
          )}
          <tr className="tot">
            <th scope="row">Item total</th>
            <td>{rupees(item.totalAmount)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}
