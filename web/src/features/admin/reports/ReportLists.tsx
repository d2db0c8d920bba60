import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { CustomerLink } from "@/shared/admin/CustomerLink";
import type { ListQuery } from "@/shared/admin/list/listQuery";
import { dayAndTime, dayMonth } from "@/shared/format";
import { InvoiceDownload } from "@/shared/orders/InvoiceDownload";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { amount } from "./amounts";
import { type ReportColumn, ReportTable } from "./ReportTable";
import { methodText, stateOf } from "./reportParts";
import {
  type MoneyEntry,
  type Report,
  type ReportDocument,
  useReportDocumentsInfiniteQuery,
  useReportMoneyInfiniteQuery,
} from "./reportsApi";

const orderLink = (orderId: number) => <Link to={`/admin/orders/${orderId}`}>{orderId}</Link>;

const customerLink = (name: string, id: number | null) => (id ? <CustomerLink id={id} name={name} /> : name);

/** The tax invoices or the credit notes of the month, each with its PDF. */
export function Documents({ report: { month, gst }, kind }: { report: Report; kind: "invoice" | "credit_note" }) {
  const args = useMemo(() => ({ search: "", sort: "", filters: { month, kind } }), [month, kind]);
  const query = useReportDocumentsInfiniteQuery(args);
  const isInvoice = kind === "invoice";
  const all = isInvoice ? gst.invoices : gst.creditNotes;
  const sign = isInvoice ? 1 : -1;
  const columns: ReportColumn<ReportDocument>[] = [
    { label: isInvoice ? "Invoice" : "Credit note", cell: ({ number }) => <b>{number}</b>, total: "Total" },
    { label: "Date", cell: ({ issuedAt }) => dayMonth(issuedAt) },
    { label: "Order", cell: ({ orderId }) => orderLink(orderId) },
    { label: "Customer", cell: ({ customer, customerId }) => customerLink(customer, customerId) },
    isInvoice
      ? { label: "State", cell: ({ state }) => state || "Outside India" }
      : { label: "Why", cell: ({ reason, invoice }) => `${reason}, of ${invoice}` },
    { label: "Taxable", isFigure: true, cell: (row) => amount(sign * row.taxable), total: amount(sign * all.taxable) },
    {
      label: "GST",
      isFigure: true,
      cell: (row) => amount(sign * row.tax),
      total: amount(sign * (all.total - all.taxable)),
    },
    { label: "Value", isFigure: true, cell: (row) => amount(sign * row.total), total: amount(sign * all.total) },
    {
      label: "PDF",
      isControl: true,
      cell: ({ number }) => (
        <InvoiceDownload number={number} reader="admin" label="PDF" about={isInvoice ? "invoice" : "credit note"} />
      ),
    },
  ];
  return (
    <Pages query={query} failed="The documents could not be loaded">
      {(rows, more) => (
        <ReportTable
          title={isInvoice ? "Invoices" : "Credit notes"}
          about="Rupees"
          month={month}
          part={isInvoice ? "invoices" : "creditNotes"}
          columns={columns}
          rows={rows}
          idOf={({ id }) => id}
          empty={isInvoice ? "No invoice was issued in this month." : "No credit note was issued in this month."}
        >
          {more}
        </ReportTable>
      )}
    </Pages>
  );
}

/** The payments or the refunds of the month. */
export function Money({ report: { month, money }, kind }: { report: Report; kind: "payments" | "refunds" }) {
  const args = useMemo(() => ({ search: "", sort: "", filters: { month, kind } }), [month, kind]);
  const query = useReportMoneyInfiniteQuery(args, { refetchOnMountOrArgChange: true });
  const isPayment = kind === "payments";
  const total = isPayment ? money.received : money.refunded;
  const figures = isPayment ? `${total}` : `${total} ${money.failed} ${money.requested}`;
  useRefetchOnChange(figures, `${month} ${kind}`, query.refetch);
  const columns: ReportColumn<MoneyEntry>[] = [
    { label: "When", cell: ({ at }) => dayAndTime(at), total: "Total" },
    { label: "Order", cell: ({ orderId }) => orderLink(orderId) },
    { label: "Customer", cell: ({ customer, customerId }) => customerLink(customer, customerId) },
    { label: "Way", cell: (row) => methodText(row.kind === "surplus" ? row.kind : row.method) },
    ...(isPayment ? [] : [{ label: "State", cell: stateOf }]),
    { label: "Reference", cell: ({ reference }) => reference },
    { label: isPayment ? "Recorded by" : "Reason", cell: (row) => (isPayment ? row.changedBy : row.reason) },
    {
      label: "Amount",
      isFigure: true,
      cell: (row) => amount(row.amount),
      total: amount(total),
    },
  ];
  return (
    <Pages query={query} failed="The ledger could not be loaded">
      {(rows, more) => (
        <ReportTable
          title={isPayment ? "Payments" : "Refunds"}
          about="Rupees"
          month={month}
          part={kind}
          columns={columns}
          rows={rows}
          idOf={({ id }) => id}
          empty={isPayment ? "Nothing was paid in this month." : "Nothing was refunded in this month."}
        >
          {more}
        </ReportTable>
      )}
    </Pages>
  );
}

/** Refetches a list when its figures in the report change, which is refetched more often. */
function useRefetchOnChange(figures: string, of: string, refetch: () => unknown) {
  const last = useRef({ figures, of });
  useEffect(() => {
    const { current: before } = last;
    last.current = { figures, of };
    if (before.of === of && before.figures !== figures) refetch();
  }, [figures, of, refetch]);
}

interface PagesProps<T> {
  query: ListQuery<T>;
  failed: string;
  children: (rows: T[], more: ReactNode) => ReactNode;
}

function Pages<T>({ query, failed, children }: PagesProps<T>) {
  if (!query.currentData) {
    if (query.error !== undefined) return <LoadError title={failed} error={query.error} onRetry={query.refetch} />;
    return <span className="sk page-sk" role="status" aria-label="Loading the list" />;
  }
  return children(
    query.currentData.pages.flatMap(({ rows }) => rows),
    query.hasNextPage && (
      <div className="undertable">
        <button
          type="button"
          className="btn btn-line btn-sm"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Load more
        </button>
        <p className="print-only report-note">These are not all. The total is that of all.</p>
      </div>
    ),
  );
}
