import { LockKeyhole } from "lucide-react";
import type { BoardRow } from "@/features/admin/board/boardRows";
import { HuidForm } from "@/features/admin/board/huids/HuidForm";
import { ShipmentForm } from "@/features/admin/board/shipping/ShipmentForm";
import { RowMessageNote } from "@/features/admin/board/status/RowMessageNote";
import { StatusSelect } from "@/features/admin/board/status/StatusSelect";
import { useRowMessage } from "@/features/admin/board/status/useRowMessage";
import { weighedText } from "@/features/admin/board/weightDifference";
import { placedAt } from "@/shared/admin/orders/boardArgs";
import { useMay } from "@/shared/admin/permissions";
import { isBeforePacking, type OrderItem, type StatusHistory } from "@/shared/api/types";
import { day, dayAndTime, grams, rupees } from "@/shared/format";
import { goldInMrp } from "@/shared/product/goldInMrp";
import { itemTitle } from "@/shared/product/sizeText";
import { stonesText, weightText } from "@/shared/product/stones";
import { Thumbnail } from "@/shared/product/Thumbnail";
import { stepText } from "./history";

/** One item of an order: its status, its history and its price at the time of the order. */
export function ItemDetails({ row }: { row: BoardRow }) {
  const { item, order } = row;
  const { message, name, saving, onSet } = useRowMessage(row);
  return (
    <section className="det-line" aria-label={item.productName}>
      <div className="det-head">
        <Thumbnail url={item.productImageUrl} size={72} />
        <div>
          <h3>{itemTitle(item)}</h3>
          <span className="print-only">Order {order.id}</span>
          <span className="muted num">
            {weightText(item)}, qty {item.productQuantity}, {rupees(item.totalAmount)}
          </span>
        </div>
        <div className="det-status">
          <StatusSelect value={item.status} saving={saving} label={`Status of ${name}`} onPick={onSet} />
          <RowMessageNote row={row} message={message} name={name} onSet={onSet} />
        </div>
      </div>
      <Huids item={item} />
      <Shipment item={item} items={order.items} />
      <div className="det-cols">
        <div>
          <h4>History</h4>
          <ol className="timeline">
            {item.history?.map((step) => (
              <HistoryStep key={step.version} item={item} step={step} />
            ))}
          </ol>
        </div>
        <BreakUp item={item} fixedAt={placedAt(order)} />
      </div>
    </section>
  );
}

/** The hallmark of an item and the HUIDs of its pieces, which can be corrected until it is delivered. */
export function Huids({ item }: { item: OrderItem }) {
  const { hallmark, huids, status } = item;
  const maySet = useMay("set_huids");
  if (!hallmark && huids.length === 0) return null;
  const isFixed = !maySet || status === "delivered" || status === "cancelled";
  return (
    <div className="det-huids">
      <h4>{hallmark ? `Hallmark ${hallmark}` : "Hallmark"}</h4>
      <p className={isFixed ? "mb-0" : "print-only mb-0"}>
        HUID <b className="huid">{huids.join(", ") || "not entered"}</b>
      </p>
      {!isFixed && <HuidForm item={item} />}
    </div>
  );
}

/** The courier and tracking number of an item, once it is packed. */
export function Shipment({ item, items }: { item: OrderItem; items: OrderItem[] }) {
  if (isBeforePacking(item) || item.status === "cancelled") return null;
  return (
    <div className="det-huids">
      <h4>Courier</h4>
      <p className="print-only mb-0">{item.courier ? `${item.courier} ${item.trackingNumber ?? ""}` : "Not entered"}</p>
      <ShipmentForm item={item} items={items} />
    </div>
  );
}

function HistoryStep({ item, step }: { item: OrderItem; step: StatusHistory }) {
  const weighed = weighedText(step.weights, item);
  const words = stepText(step);
  return (
    <li className={step.undone || step.undoes ? "done aside" : "done"}>
      <b>{step.undone ? <s>{words}</s> : step.undoes ? `Undo: ${words}` : words}</b>
      <span>
        {dayAndTime(step.at)}
        {step.changedBy ? `, by ${step.changedBy}` : ""}
        {step.undone ? ", undone" : ""}
        {step.reason ? `: ${step.reason}` : ""}
        {weighed && <span className="d-block num">{weighed}</span>}
      </span>
    </li>
  );
}

export function BreakUp({ item, fixedAt }: { item: OrderItem; fixedAt: string | null }) {
  const { productQuantity: quantity, stones = [] } = item;
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
            <td>{rupees(goldInMrp({ ...item, mrp: item.totalAmount / quantity + item.discount }))}</td>
          </tr>
          {stones.length > 0 && (
            <tr>
              <th scope="row">
                Stones
                <small>{stonesText(stones)}</small>
              </th>
              <td>{rupees(item.stoneCharge)}</td>
            </tr>
          )}
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
