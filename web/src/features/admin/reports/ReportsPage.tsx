import { ChevronLeft, ChevronRight, CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { useUrlParams } from "@/shared/admin/useUrlParams";
import { dayMonth, pluralize, rupees } from "@/shared/format";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { LoadError } from "@/shared/ui/LoadError";
import { monthAfter, monthName, monthsBetween, previousName } from "./months";
import { Reconciliation } from "./Reconciliation";
import { Documents, Money } from "./ReportLists";
import { DaysTable, GstByState, MoneyByMethod, SalesByCategory } from "./reportParts";
import { type Report, useReportQuery } from "./reportsApi";
import { SalesByDay } from "./SalesByDay";

interface Part {
  name: string;
  draw: (report: Report) => ReactNode;
}

const overview: Part = { name: "Month", draw: (report) => <Overview report={report} /> };
const parts: Part[] = [
  overview,
  {
    name: "Sales",
    draw: (report) => (
      <>
        <SalesByDay report={report} />
        <div className="report-cols">
          <DaysTable report={report} />
          <SalesByCategory report={report} />
        </div>
      </>
    ),
  },
  { name: "Payments", draw: (report) => <Money report={report} kind="payments" /> },
  { name: "Refunds", draw: (report) => <Money report={report} kind="refunds" /> },
  { name: "GST", draw: (report) => <GstByState report={report} /> },
  { name: "Invoices", draw: (report) => <Documents report={report} kind="invoice" /> },
  { name: "Credit notes", draw: (report) => <Documents report={report} kind="credit_note" /> },
];
const monthPattern = /^20\d\d-(0[1-9]|1[0-2])$/;

/** `/admin/reports`: a month's sales, money, invoices and GST, each as a table and as a file. */
export function ReportsPage() {
  usePageTitle("Reports, Admin portal");
  const { params, change } = useUrlParams();
  const asked = params.get("month") ?? "";
  const query = useReportQuery(monthPattern.test(asked) ? asked : "", {
    pollingInterval: 15_000,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
    refetchOnMountOrArgChange: true,
  });
  const report = query.currentData;
  const part = parts.find(({ name }) => name === params.get("part")) ?? overview;
  return (
    <div className="reports">
      <div className="work-head">
        <h1>Reports</h1>
        {report && <p className="print-only">{monthName(report.month)}</p>}
        {report && <Months report={report} onChoose={(month) => change({ month })} />}
      </div>
      <div className="filterbar">
        <fieldset className="stabs" aria-label="Parts of the report">
          {parts.map(({ name }) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === part.name}
              onClick={() => change({ part: name === overview.name ? null : name })}
            >
              {name}
            </button>
          ))}
        </fieldset>
        {report && <span className="sub num">{standing(report)}</span>}
      </div>
      {report ? (
        part.draw(report)
      ) : query.error ? (
        <LoadError title="The report could not be loaded" error={query.error} onRetry={query.refetch} />
      ) : (
        <span className="sk page-sk" role="status" aria-label="Loading the report" />
      )}
    </div>
  );
}

function standing({ gst, isClosed, month }: Report): string {
  const ends = isClosed ? `closed on ${dayMonth(`${monthAfter(month, 1)}-01`)}` : "this month still runs";
  return `${gst.gstin ? `GSTIN ${gst.gstin}, ` : ""}${ends}, India's time`;
}

function Months({ report, onChoose }: { report: Report; onChoose: (month: string | null) => void }) {
  const { month, firstMonth, lastMonth, faults } = report;
  const months = monthsBetween(firstMonth, lastMonth);
  const step = (by: number) => onChoose(monthAfter(month, by));
  return (
    <div className="acts">
      {faults.length === 0 ? (
        <span className="report-check">
          <CircleCheck className="ico ico-16" aria-hidden="true" /> Adds up with the ledger, to the paisa
        </span>
      ) : (
        <span className="report-check bad" role="alert">
          <CircleAlert className="ico ico-16" aria-hidden="true" /> {faults.join(" ")}
        </span>
      )}
      <button
        type="button"
        className="btn btn-line btn-icon"
        aria-label="Month before"
        disabled={month <= firstMonth}
        onClick={() => step(-1)}
      >
        <ChevronLeft className="ico ico-16" aria-hidden="true" />
      </button>
      <select
        className="form-select"
        aria-label="Month"
        value={month}
        onChange={(event) => onChoose(event.target.value)}
      >
        {!months.includes(month) && <option value={month}>{monthName(month)}</option>}
        {months.map((each) => (
          <option key={each} value={each}>
            {monthName(each)}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="btn btn-line btn-icon"
        aria-label="Month after"
        disabled={month >= lastMonth}
        onClick={() => step(1)}
      >
        <ChevronRight className="ico ico-16" aria-hidden="true" />
      </button>
    </div>
  );
}

function Overview({ report }: { report: Report }) {
  return (
    <>
      <Totals report={report} />
      <SalesByDay report={report} />
      <GstByState report={report} />
      <div className="report-cols">
        <div>
          <MoneyByMethod report={report} />
          <Reconciliation report={report} />
        </div>
        <SalesByCategory report={report} />
      </div>
    </>
  );
}

function Totals({ report: { month, isClosed, sales, money, gst } }: { report: Report }) {
  return (
    <section className="panel" aria-label="Totals">
      <dl className="stats report-stats">
        <Total label="Sales" value={rupees(sales.amount)}>
          {pluralize(sales.orders, "order")}
          <Change from={sales.before} to={sales.amount} than={`${previousName(month)}${isClosed ? "" : " by now"}`} />
        </Total>
        <Total label="Received" value={rupees(money.received)}>
          {pluralize(money.payments, "payment")}
        </Total>
        <Total label="Refunded" value={rupees(money.refunded)}>
          {pluralize(money.refunds, "refund")}, {rupees(money.kept)} kept
        </Total>
        <Total label="GST to report" value={rupees(gst.tax)}>
          {gst.gstin || gst.invoices.documents > 0
            ? `${pluralize(gst.invoices.documents, "invoice")}, ${pluralize(gst.creditNotes.documents, "credit note")}`
            : "no tax invoices are issued"}
        </Total>
      </dl>
    </section>
  );
}

function Total({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b className="long">{value}</b>
        <span className="muted">{children}</span>
      </dd>
    </div>
  );
}

/** A larger increase is not shown, because the month before then had hardly any sales. */
const maxPercent = 1000;

function Change({ from, to, than }: { from: number; to: number; than: string }) {
  const percent = ((to - from) / from) * 100;
  if (from === 0 || percent > maxPercent) return null;
  const sign = percent < 0 ? "−" : "+";
  return (
    <>
      , <span className={percent < 0 ? "down" : "up"}>{`${sign}${Math.abs(percent).toFixed(1)} %`}</span> on {than}
    </>
  );
}
