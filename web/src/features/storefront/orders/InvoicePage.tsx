import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import type { AuthUser } from "@/shared/api/types";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { InvoiceDownload } from "@/shared/orders/InvoiceDownload";
import { useInvoicesQuery } from "@/shared/orders/invoicesApi";
import { useOrderLines } from "@/shared/orders/useOrderLines";
import { Breadcrumbs } from "@/shared/ui/Breadcrumbs";
import { LoadError } from "@/shared/ui/LoadError";
import { Invoice } from "./Invoice";
import { TaxInvoice } from "./TaxInvoice";

/**
 * The invoice of an order: the tax invoice with its credit notes, if the shop has issued one. It is looked up in the
 * shopper's own orders, so that nobody else's order can be shown.
 */
export function InvoicePage({ user, notFound }: { user: AuthUser; notFound: ReactNode }) {
  const orderId = Number(useParams().id);
  usePageTitle(`Invoice ${orderId}`);
  const { lines, error, retry } = useOrderLines(user.id, orderId);
  const isOwn = lines !== undefined && lines.length > 0;
  const issued = useInvoicesQuery(orderId, { skip: !isOwn });
  const problem = error ?? (issued.data ? undefined : issued.error);
  if (problem) {
    return (
      <div className="wrap section">
        <LoadError
          title={error ? "Failed to load orders" : "Failed to load the invoice"}
          error={problem}
          onRetry={error ? retry : issued.refetch}
        />
      </div>
    );
  }
  const [first] = lines ?? [];
  if (lines && !first) return notFound;
  if (!first || !issued.data) return <div className="page-wait" aria-busy="true" />;
  return (
    <div className="wrap invoice-page">
      <div className="invoice-head">
        <Breadcrumbs trail={[["My Orders", "/my-orders"]]} here={`Invoice ${orderId}`} />
        <div className="invoice-actions">
          {issued.data.map(({ id, kind, number }) => (
            <InvoiceDownload
              key={id}
              number={number}
              reader="customer"
              label={kind === "invoice" ? "Download PDF" : `Download credit note ${number}`}
            />
          ))}
          <button type="button" className="btn btn-primary" onClick={() => window.print()}>
            <Printer className="ico ico-16" aria-hidden="true" />
            Print
          </button>
        </div>
      </div>
      {issued.data.map((document) => (
        <TaxInvoice key={document.id} issued={document} />
      ))}
      {issued.data.length === 0 && <Invoice user={user} lines={lines ?? []} order={first} />}
    </div>
  );
}
