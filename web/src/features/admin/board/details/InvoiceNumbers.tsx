import { day, rupees } from "@/shared/format";
import { useInvoicesQuery } from "@/shared/orders/invoicesApi";

/** The numbers of an order's tax invoice and credit notes; nothing where there are none. */
export function InvoiceNumbers({ orderId }: { orderId: number }) {
  const { data: issued = [] } = useInvoicesQuery(orderId);
  if (issued.length === 0) return null;
  return (
    <section className="det-line" aria-label="Tax invoice">
      {issued.map(({ id, kind, number, issuedAt, total }) => (
        <p key={id} className="num mb-2">
          {kind === "invoice" ? "Invoice" : "Credit note"} <b>{number}</b>, {day(issuedAt)}, {rupees(total)}
        </p>
      ))}
    </section>
  );
}
