import { InvoicePanel } from "@/features/admin/board/details/InvoicePanel";
import { Panel } from "@/shared/admin/Panel";
import { usePermissions } from "@/shared/admin/permissions";
import { useInvoicesQuery } from "@/shared/orders/invoicesApi";

/** The tax invoice and the credit notes. */
export function DocumentsPanel({ orderId }: { orderId: number }) {
  const mayRead = usePermissions().may("list_invoices");
  const { data: issued } = useInvoicesQuery(orderId, { skip: !mayRead });
  if (!mayRead) return null;
  return (
    <Panel title="Documents" className="documents">
      <div className="panel-b">
        <InvoicePanel orderId={orderId} />
        {issued?.length === 0 && (
          <p className="muted mb-0">No tax invoice yet. It is issued when the first item is shipped.</p>
        )}
      </div>
    </Panel>
  );
}
