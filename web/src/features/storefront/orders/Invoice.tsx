import { Fragment } from "react";
import { useGetContactQuery } from "@/shared/api/contact";
import type { AuthUser, OrderLine } from "@/shared/api/types";
import { day, rupees } from "@/shared/format";
import { itemTitle } from "@/shared/product/sizeText";
import { carats, caratsOf, stonesText, weightText } from "@/shared/product/stones";
import { EmailAddress } from "@/shared/ui/EmailAddress";
import { HallmarkLine, isHallmarked } from "./HallmarkLine";
import { InvoiceHead, PageHead } from "./InvoiceHead";
import { fixedGoldValue } from "./orderDisplay";

interface InvoiceProps {
  user: AuthUser;
  order: OrderLine;
  lines: OrderLine[];
}

const columns = ["Gold", "Stones", "Making", "Wastage", "Discount", "Qty", "Amount"];

/** An invoice on one A4 page: seller, buyer and the price of each item that is not cancelled, as of the order. */
export function Invoice({ user, order, lines }: InvoiceProps) {
  const { orderId, address } = order;
  const shop = useGetContactQuery().data;
  const charged = lines.filter(({ status }) => status !== "cancelled");
  return (
    <article className="invoice" aria-label={`Invoice ${orderId}`}>
      <InvoiceHead
        title="Invoice"
        details={[`Order ${orderId}`, day(order.orderedDate ?? order.orderedAt)]}
        seller={
          <>
            <b>Swarna</b>
            {shop?.address.map((line) => (
              <span key={line}>{line}</span>
            ))}
            <span>{shop?.email}</span>
          </>
        }
        buyer={address?.name || user.name}
        address={address}
        zipCode={address?.zip_code}
      >
        <span>
          <EmailAddress address={user.email} />
        </span>
      </InvoiceHead>
      <table className="num">
        <thead>
          <PageHead colSpan={columns.length + 1}>Invoice of order {orderId}</PageHead>
          <tr>
            {["Piece", ...columns].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {charged.map((line) => (
            <Row key={line.itemId} line={line} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={7}>
              Total
            </th>
            <td>{rupees(charged.reduce((sum, line) => sum + line.itemTotalAmount, 0))}</td>
          </tr>
          <tr className="tax-part">
            <td colSpan={columns.length + 1}>
              <p className="note">
                All amounts in Indian rupees; gold, stones, making, wastage and discount for one piece. The gold rate is
                charged for the gold alone, never for stones. The prices were fixed on the day of the order and follow
                the gold rate no more.
              </p>
            </td>
          </tr>
        </tfoot>
      </table>
    </article>
  );
}

function Row({ line }: { line: OrderLine }) {
  const cells = [
    <Fragment key="gold">
      {rupees(fixedGoldValue(line))}
      <small>at {rupees(line.goldRate)} /gm</small>
    </Fragment>,
    line.stones.length > 0 ? (
      <Fragment key="stones">
        {rupees(line.stoneCharge)}
        <small>{carats(caratsOf(line.stones))}</small>
      </Fragment>
    ) : (
      "–"
    ),
    rupees(line.makingCharge),
    rupees(line.wastageCharge),
    line.discount > 0 ? `−${rupees(line.discount)}` : "–",
    line.productQuantity,
    rupees(line.itemTotalAmount),
  ];
  return (
    <tr>
      <th scope="row">
        {itemTitle(line)}
        <small>
          {line.purity} gold, {weightText(line)}
        </small>
        {line.stones.length > 0 && <small>{stonesText(line.stones)}</small>}
        {isHallmarked(line) && (
          <small>
            <HallmarkLine line={line} />
          </small>
        )}
      </th>
      {columns.map((title, index) => (
        <td key={title} data-title={title}>
          {cells[index]}
        </td>
      ))}
    </tr>
  );
}
