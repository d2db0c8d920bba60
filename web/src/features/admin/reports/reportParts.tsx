import { methodNames } from "@/shared/admin/orders/paymentTexts";
import { dayMonth, rupees, wholeNumber } from "@/shared/format";
import { amount } from "./amounts";
import { type ReportColumn, ReportTable } from "./ReportTable";
import type { MoneyEntry, Report } from "./reportsApi";

type Row<K extends keyof Report, L extends keyof Report[K]> = Report[K][L] extends (infer R)[] ? R : never;
type State = Row<"gst", "invoiceStates">;
type Method = Row<"money", "methods">;
type Category = Row<"sales", "categories">;
type Day = Row<"sales", "days">;

const methods: Record<string, string> = {
  ...methodNames,
  bank: "Bank transfer",
  surplus: "Online, sent back by itself",
};

/** The name of a payment method in the reports. */
export const methodText = (method: string) => methods[method] ?? method;

const sums = [
  ["Taxable value", "taxable"],
  ["CGST 1.5 %", "cgst"],
  ["SGST 1.5 %", "sgst"],
  ["IGST 3 %", "igst"],
  ["Value", "total"],
] as const;

const refundStates: Record<string, string> = {
  requested: "Requested",
  sent: "Sent",
  failed: "Failed, not paid yet",
  by_hand: "Sent by hand",
};

/** Whether the money of a refund was sent, with the day if it differs from the refund's. */
export function stateOf({ state, at, sentAt }: MoneyEntry): string {
  if (!state) return "";
  const day = sentAt && dayMonth(sentAt) !== dayMonth(at) ? `, ${dayMonth(sentAt)}` : "";
  return (refundStates[state] ?? state) + day;
}

/** GST by the state of the delivery: of the invoices, and of the credit notes where there are any. */
export function GstByState({ report: { month, gst } }: { report: Report }) {
  const about = `HSN 7113, ${gst.rate} %, prices include it. Rupees`;
  const parts = [
    ["GST by state", "Invoices", 1, gst.invoiceStates, gst.invoices],
    ["GST of credit notes", "Credit notes", -1, gst.creditNoteStates, gst.creditNotes],
  ] as const;
  return parts.map(([title, noun, sign, rows, all]) => {
    if (sign < 0 && rows.length === 0) return null;
    const columns: ReportColumn<State>[] = [
      { label: "Delivered to", cell: ({ state }) => <b>{state || "Outside India"}</b>, total: "Total" },
      { label: "Code", cell: ({ stateCode }) => <span className="sub">{stateCode}</span> },
      { label: noun, isFigure: true, cell: (row) => wholeNumber(row.documents), total: wholeNumber(all.documents) },
      ...sums.map(([label, name]) => ({
        label,
        isFigure: true,
        cell: (row: State) => amount(sign * row[name]),
        total: amount(sign * all[name]),
      })),
    ];
    return (
      <ReportTable
        key={title}
        title={title}
        about={about}
        month={month}
        part="gst"
        columns={columns}
        rows={[...rows]}
        idOf={({ stateCode }) => stateCode}
        empty={gst.gstin ? "No invoice was issued in this month." : "Tax invoices are issued once SHOP_GSTIN is set."}
      />
    );
  });
}

/** Payments and refunds by payment method. */
export function MoneyByMethod({ report: { month, money } }: { report: Report }) {
  const columns: ReportColumn<Method>[] = [
    { label: "Way", cell: ({ method }) => <b>{methodText(method)}</b>, total: "Total" },
    { label: "Payments", isFigure: true, cell: (row) => wholeNumber(row.payments), total: wholeNumber(money.payments) },
    { label: "Received", isFigure: true, cell: (row) => amount(row.received), total: amount(money.received) },
    { label: "Refunds", isFigure: true, cell: (row) => wholeNumber(row.refunds), total: wholeNumber(money.refunds) },
    { label: "Refunded", isFigure: true, cell: (row) => amount(-row.refunded), total: amount(-money.refunded) },
    { label: "Net", isFigure: true, cell: (row) => amount(row.received - row.refunded), total: amount(money.kept) },
  ];
  return (
    <ReportTable
      title="Payments and refunds"
      month={month}
      part="methods"
      columns={columns}
      rows={money.methods}
      idOf={({ method }) => method}
      empty="No money moved in this month."
    >
      <UnpaidRefunds amount={money.failed} is="failed and is not paid yet" />
      <UnpaidRefunds amount={money.requested} is="is requested and not sent yet" />
    </ReportTable>
  );
}

function UnpaidRefunds({ amount, is }: { amount: number; is: string }) {
  return amount > 0 && <p className="report-note">{`Of the refunds, ${rupees(amount)} ${is}.`}</p>;
}

/** The sales of each category, with their share of the largest. */
export function SalesByCategory({ report: { month, sales } }: { report: Report }) {
  const most = Math.max(1, ...sales.categories.map((row) => row.amount));
  const columns: ReportColumn<Category>[] = [
    { label: "Category", cell: ({ category }) => <b>{category || "Deleted products"}</b>, total: "Total" },
    { label: "Pieces", isFigure: true, cell: (row) => wholeNumber(row.pieces), total: wholeNumber(sales.pieces) },
    { label: "Share", cell: (row) => <meter aria-hidden="true" min={0} max={most} value={row.amount} /> },
    { label: "Sales", isFigure: true, cell: (row) => amount(row.amount), total: amount(sales.amount) },
  ];
  return (
    <ReportTable
      title="Sales by category"
      month={month}
      part="categories"
      columns={columns}
      rows={sales.categories}
      idOf={({ category }) => category}
      empty="Nothing was sold in this month."
    />
  );
}

/** The days of the month that had sales. */
export function DaysTable({ report: { month, sales } }: { report: Report }) {
  const columns: ReportColumn<Day>[] = [
    { label: "Day", cell: ({ day }) => <b>{Number(day.slice(-2))}</b>, total: "Total" },
    { label: "Orders", isFigure: true, cell: (row) => wholeNumber(row.orders), total: wholeNumber(sales.orders) },
    { label: "Pieces", isFigure: true, cell: (row) => wholeNumber(row.pieces), total: wholeNumber(sales.pieces) },
    { label: "Sales", isFigure: true, cell: (row) => amount(row.amount), total: amount(sales.amount) },
  ];
  return (
    <ReportTable
      title="Days"
      about="Rupees"
      month={month}
      part="sales"
      columns={columns}
      rows={sales.days}
      idOf={({ day }) => day}
      empty="Nothing was sold in this month."
    />
  );
}
