import { day, rupees } from "@/shared/format";
import { InvoiceDownload } from "@/shared/orders/InvoiceDownload";
import { type TaxInvoice, useInvoicesQuery } from "@/shared/orders/invoicesApi";
import { referenceOf, taxesOf } from "@/shared/orders/invoiceTexts";

/** An order's tax invoice and credit notes, to open and to download; empty if there are none. */
export function InvoicePanel({ orderId }: { orderId: number }) {
  const { data: issued = [] } = useInvoicesQuery(orderId);
  if (issued.length === 0) return null;
  return (
    <section className="det-line det-invoices" aria-label="Tax invoice">
      {issued.map((document) => (
        <div key={document.id}>
          <details>
            <summary className="num">
              {nameOf(document)} <b>{document.number}</b>, {day(document.issuedAt)}, {rupees(document.total)}
            </summary>
            <Contents document={document} />
          </details>
          <InvoiceDownload number={document.number} reader="admin" label="PDF" about={nameOf(document)} />
        </div>
      ))}
    </section>
  );
}

const nameOf = ({ kind }: TaxInvoice) => (kind === "invoice" ? "Invoice" : "Credit note");

function Contents({ document }: { document: TaxInvoice }) {
  const sums = [["Taxable value", "taxable"], ...taxesOf(document), ["Total", "total"]] as const;
  const { buyer, seller } = document;
  const reference = referenceOf(document);
  return (
    <>
      <p className="small">
        {reference && `${reference}. `}
        {seller.name}, GSTIN {seller.gstin}, to {buyer.address?.name || buyer.name}.
        {document.placeOfSupply && ` Place of supply: ${document.placeOfSupply}.`}
        {buyer.pan && ` PAN ${buyer.pan}.`}
      </p>
      <dl className="num small">
        {document.lines.map(({ itemId, name, quantity, total }) => (
          <div key={itemId}>
            <dt>
              {name}
              {quantity > 1 && `, ${quantity} pieces`}
            </dt>
            <dd>{rupees(total)}</dd>
          </div>
        ))}
        {sums.map(([name, part]) => (
          <div key={part} className={part === "total" ? "sum" : undefined}>
            <dt>{name}</dt>
            <dd>{rupees(document[part])}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
