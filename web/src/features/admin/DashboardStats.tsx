import type { ReactNode } from "react";
import type { GoldRate, Order } from "@/shared/api/types";
import { day, rupees } from "@/shared/format";
import { dayOf, perGram } from "@/shared/portal/rates";
import type { StatusCounts } from "./boardApi";
import { compared, figuresOf } from "./dashboardFigures";

interface DashboardStatsProps {
  /** Those of today and yesterday; not there until all of them are. */
  orders: Order[] | undefined;
  counts: StatusCounts | undefined;
  rates: GoldRate[] | undefined;
  now: number;
}

export function DashboardStats({ orders, counts, rates, now }: DashboardStatsProps) {
  const figures = orders && figuresOf(orders, now);
  const [rate, last] = (rates ?? []).filter(({ date }) => date <= dayOf(now));
  return (
    <dl className="panel stats" aria-label="Today">
      <Stat label="Orders today" value={figures?.today.orders}>
        {figures && `${compared(figures.today.orders, figures.before.orders)} yesterday by now`}
      </Stat>
      <Stat label="Sales today" value={figures && rupees(figures.today.sales)}>
        {figures && `${compared(figures.today.sales, figures.before.sales, true)} yesterday by now`}
      </Stat>
      <Stat label="Waiting for a status" value={counts?.ordered}>
        {counts && (counts.ordered === 1 ? "item is ordered, not packed yet" : "items are ordered, not packed yet")}
      </Stat>
      <Stat label="Gold today, 22k" value={rates && (rate ? perGram(rate.r22kRate) : "not set")}>
        {rate && last && <Moved from={last} to={rate} />}
      </Stat>
    </dl>
  );
}

function Moved({ from, to }: { from: GoldRate; to: GoldRate }) {
  const moved = to.r22kRate - from.r22kRate;
  const sign = moved < 0 ? "−" : "+";
  return (
    <>
      {moved === 0 ? "unchanged" : `${sign}${perGram(Math.abs(moved))}`} since {day(from.date)}
    </>
  );
}

function Stat({ label, value, children }: { label: string; value: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value === undefined ? <span className="sk stat-sk" /> : <b>{value}</b>}
        <span className="muted">{children}</span>
      </dd>
    </div>
  );
}
