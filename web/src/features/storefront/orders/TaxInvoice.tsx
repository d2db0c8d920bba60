import { day, rupees } from "@/shared/format";
import type { TaxInvoice as Issued } from "@/shared/orders/invoicesApi";
import { referenceOf, taxesOf } from "@/shared/orders/invoiceTexts";
import { itemTitle } from "@/shared/product/sizeText";
import { stonesText, weightText } from "@/shared/product/stones";
import { HallmarkLine } from "./HallmarkLine";
import { InvoiceHead, PageHead } from "./InvoiceHead";

type Line = Issued["lines"][number];

/** A tax invoice or a credit note on one A4 page, as it was issued. */
export function TaxInvoice({ issued }: { issued: Issued }) {
  const { number, seller, buyer, lines } = issued;
  const { address } = buyer;
  const reference = referenceOf(issued);
  const title = issued.kind === "invoice" ? "Tax invoice" : "Credit note";
  const taxes = taxesOf(issued);
  const columns = ["HSN", "Qty", "Taxable value", ...taxes.map(([tax]) => tax), "Amount"];
  return (
    <article className="invoice" aria-label={`${title} ${number}`}>
      <InvoiceHead
        title={title}
        details={[number, day(issued.issuedAt), `Order ${issued.orderId}`]}
        seller={
          <>
            <b>{seller.name}</b>
            <span>{seller.address}</span>
            <span className="num">GSTIN {seller.gstin}</span>
            {seller.state && <span className="num">State: {seller.state}</span>}
          </>
        }
        buyer={address?.name || buyer.name}
        address={address}
        zipCode={address?.zipCode}
      >
        {issued.placeOfSupply && <span className="num">Place of supply: {issued.placeOfSupply}</span>}
        {buyer.pan && <span className="num">PAN {buyer.pan}</span>}
      </InvoiceHead>
      {reference && <p className="num of-invoice">{reference}</p>}
      <table className="num">
        <thead>
          <PageHead colSpan={columns.length + 1}>
            {title} {number}
          </PageHead>
          <tr>
            {["Piece", ...columns].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={line.itemId} line={line} columns={columns} amounts={taxes.map(([, tax]) => line[tax])} />
          ))}
        </tbody>
        <tfoot>
          <Sum name="Taxable value" colSpan={columns.length} amount={issued.taxable} isPart />
          {taxes.map(([name, tax]) => (
            <Sum key={tax} name={name} colSpan={columns.length} amount={issued[tax]} isPart />
          ))}
          <Sum name={issued.invoice ? "Total credited" : "Total"} colSpan={columns.length} amount={issued.total} />
          <tr className="tax-part">
            <td colSpan={columns.length + 1}>
              {issued.inWords}
              <p className="note">{issued.notes?.join(" ")}</p>
            </td>
          </tr>
        </tfoot>
      </table>
    </article>
  );
}

interface SumProps {
  name: string;
  colSpan: number;
  amount: number;
  /** Of the total below. */
  isPart?: boolean;
}

const Sum = ({ name, colSpan, amount, isPart }: SumProps) => (
  <tr className={isPart ? "tax-part" : undefined}>
    <th scope="row" colSpan={colSpan}>
      {name}
    </th>
    <td>{rupees(amount)}</td>
  </tr>
);

function Row({ line, columns, amounts }: { line: Line; columns: string[]; amounts: number[] }) {
  const cells = [line.hsn, line.quantity, ...[line.taxable, ...amounts, line.total].map(rupees)];
  return (
    <tr>
      <th scope="row">
        {itemTitle({ productName: line.name, size: line.size })}
        <small>
          {line.purity} gold, {weightText({ ...line, weight: line.netWeight })}
        </small>
        {line.stones.length > 0 && <small>{stonesText(line.stones)}</small>}
        {(line.hallmark || line.huids.length > 0) && (
          <small>
            <HallmarkLine line={line} />
          </small>
        )}
        <small>{chargesOf(line)}</small>
      </th>
      {columns.map((name, index) => (
        <td key={name} data-title={name}>
          {cells[index]}
        </td>
      ))}
    </tr>
  );
}

/** `₹11,852.00 /gm, making ₹12,890.00, wastage ₹3,790.00` */
function chargesOf({ goldRate, stoneCharge, makingCharge, wastageCharge, discount }: Line): string {
  const charges: [string, number][] = [
    ["stones", stoneCharge],
    ["making", makingCharge],
    ["wastage", wastageCharge],
    ["discount", -discount],
  ];
  const there = charges.filter(([, amount]) => amount !== 0).map(([name, amount]) => `${name} ${rupees(amount)}`);
  return [`${rupees(goldRate)} /gm`, ...there].join(", ");
}
