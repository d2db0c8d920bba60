import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import type { BoardRow } from "@/features/admin/board/boardRows";
import { BreakUp, Huids, Shipment } from "@/features/admin/board/details/ItemDetails";
import { RowMessageNote } from "@/features/admin/board/status/RowMessageNote";
import { StatusSelect } from "@/features/admin/board/status/StatusSelect";
import { useRowMessage } from "@/features/admin/board/status/useRowMessage";
import { placedAt } from "@/shared/admin/orders/boardArgs";
import { Panel } from "@/shared/admin/Panel";
import type { OrderItem } from "@/shared/api/types";
import { dayMonth, grams, pluralize, rupees, timeOfDay } from "@/shared/format";
import { statusTimeKey } from "@/shared/orders/statusPatch";
import { itemTitle } from "@/shared/product/sizeText";
import { Thumbnail } from "@/shared/product/Thumbnail";

/** The items of an order. Each opens to its hallmark, its courier and its price at the time of the order. */
export function ItemsPanel({ rows }: { rows: BoardRow[] }) {
  const charged = rows.filter(({ item }) => item.status !== "cancelled");
  const amount = charged.reduce((sum, { item }) => sum + item.totalAmount, 0);
  return (
    <Panel title="Items">
      {rows.length === 0 ? (
        <p className="panel-b muted">This order was entered without items.</p>
      ) : (
        <table className="grid-t items">
          <thead>
            <tr className="print-only">
              <td colSpan={5}>Order {rows[0]?.order.id}</td>
            </tr>
            <tr>
              <th scope="col">Item</th>
              <th scope="col">Weight, HUID</th>
              <th scope="col" className="r">
                Amount
              </th>
              <th scope="col">Status</th>
              <th scope="col">Where</th>
            </tr>
          </thead>
          {rows.map((row) => (
            <Item key={row.id} row={row} />
          ))}
          <tfoot>
            <tr>
              <td colSpan={2}>Owed, {pluralize(charged.length, "item")}</td>
              <td className="r n">{rupees(amount)}</td>
              <td colSpan={2} />
            </tr>
          </tfoot>
        </table>
      )}
    </Panel>
  );
}

function Item({ row }: { row: BoardRow }) {
  const { item, order } = row;
  const id = useId();
  const { message, name, saving, onSet } = useRowMessage(row);
  const [isOpen, setOpen] = useState(false);
  return (
    <tbody className={item.status === "cancelled" ? "gone" : undefined}>
      <tr>
        <td>
          <div className="prodcell">
            <Thumbnail url={item.productImageUrl} size={44} />
            <div className="words">
              <div className="nm">{itemTitle(item)}</div>
              <div className="sub n">
                {item.purity}, qty {item.productQuantity}
              </div>
              <button
                type="button"
                className="textlink more"
                aria-expanded={isOpen}
                aria-controls={isOpen ? id : undefined}
                aria-label={`${isOpen ? "Close" : "Open"} the details of ${name}`}
                onClick={() => setOpen(!isOpen)}
              >
                Details
                <ChevronDown className="ico ico-14" aria-hidden="true" />
              </button>
            </div>
          </div>
        </td>
        <td className="n">
          {grams(item.weight)}
          <div className="sub">
            {item.huids.length > 0 ? (
              <code>{item.huids.join(" ")}</code>
            ) : item.hallmark ? (
              "no HUID yet"
            ) : (
              "not hallmarked"
            )}
          </div>
        </td>
        <td className="r n amt">{rupees(item.totalAmount)}</td>
        <td className="st">
          <StatusSelect value={item.status} saving={saving} label={`Status of ${name}`} onPick={onSet} />
          <RowMessageNote row={row} message={message} name={name} onSet={onSet} />
        </td>
        <td className="where">
          <Where item={item} />
        </td>
      </tr>
      {isOpen && (
        <tr className="more" id={id}>
          <td colSpan={5}>
            <h3 className="visually-hidden">Details of {name}</h3>
            <div className="det-cols">
              <div>
                <Huids item={item} />
                <Shipment item={item} items={order.items} />
              </div>
              <BreakUp item={item} fixedAt={placedAt(order)} />
            </div>
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** The courier with the number, and since when the item has its status. */
function Where({ item }: { item: OrderItem }) {
  const since = item[statusTimeKey(item.status)];
  const last = item.history?.findLast((step) => !step.undone);
  const number = `${item.courier} ${item.trackingNumber}`;
  return (
    <>
      {item.courier &&
        (item.trackingUrl ? (
          <a href={item.trackingUrl} target="_blank" rel="noreferrer">
            {number}
          </a>
        ) : (
          number
        ))}
      {since && (
        <div>
          {dayMonth(since)}, {timeOfDay(since)}
        </div>
      )}
      {item.status === "cancelled" && last?.reason && <div>{last.reason}</div>}
    </>
  );
}
