import { dayAndTime, pluralize, rupees } from "@/shared/format";
import { monthName } from "./months";
import type { Report } from "./reportsApi";

const signed = (value: number) => (value < 0 ? `−${rupees(-value)}` : rupees(value));

/** The steps from the invoiced amount to the kept amount of the ledger. */
export function Reconciliation({ report: { month, reconciliation, checkedAt } }: { report: Report }) {
  const { invoiced, ahead, aheadOrders, behind, behindOrders, kept } = reconciliation;
  return (
    <section className="panel report-part" aria-label="From invoices to the bank">
      <header>
        <h2>From invoices to the bank</h2>
        <span className="sub">checked {dayAndTime(checkedAt)}</span>
      </header>
      <dl className="report-sums">
        <dt>Invoiced in {monthName(month)}, less credit notes</dt>
        <dd>{signed(invoiced)}</dd>
        <dt>Received, but not invoiced in this month, {pluralize(aheadOrders, "order")}</dt>
        <dd>{signed(ahead)}</dd>
        <dt>Invoiced, but not received in this month, {pluralize(behindOrders, "order")}</dt>
        <dd>{signed(-behind)}</dd>
        <dt className="sum">Kept, as the ledger has it</dt>
        <dd className="sum">{signed(kept)}</dd>
      </dl>
    </section>
  );
}
