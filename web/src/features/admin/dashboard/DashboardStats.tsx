import type { ReactNode } from "react";
import { Card } from "@/shared/admin/cards/Card";
import { isLongAmount } from "@/shared/admin/longAmount";
import { age } from "@/shared/admin/orders/age";
import type { Figures } from "@/shared/admin/orders/figuresApi";
import type { GoldRate } from "@/shared/api/types";
import { day, dayOf, rupees, wholeNumber } from "@/shared/format";
import { compareFigures, isBeforeEvening } from "./comparison";

interface DashboardStatsProps {
  figures: Figures | undefined;
  rates: GoldRate[] | undefined;
  now: number;
}

export function DashboardStats({ figures, rates, now }: DashboardStatsProps) {
  const [rate, last] = (rates ?? []).filter(({ date }) => date <= dayOf(now));
  const ordered = figures?.standing.ordered;
  const isEarly = isBeforeEvening(now);
  return (
    <Card name="today" title="Today" className="stats-card">
      <dl className="stats">
        <Stat label="Orders today" value={figures && wholeNumber(figures.today.orders)}>
          {figures && <Comparison today={figures.today.orders} before={figures.before.orders} isEarly={isEarly} />}
        </Stat>
        <Stat label="Sales today" value={figures && rupees(figures.today.sales)}>
          {figures && (
            <Comparison today={figures.today.sales} before={figures.before.sales} inPercent isEarly={isEarly} />
          )}
        </Stat>
        <Stat label="Waiting for a status" value={ordered && wholeNumber(ordered.items)}>
          {ordered &&
            (ordered.oldest ? `the oldest for ${age(ordered.oldest, now)}` : "nothing is ordered and not packed")}
        </Stat>
        <Stat label="Gold today, 22k" value={rates && (rate ? rupees(rate.r22kRate) : "not set")}>
          {rate && last && <RateChange from={last} to={rate} />}
        </Stat>
      </dl>
    </Card>
  );
}

const look = (moved: number) => (moved > 0 ? "up" : moved < 0 ? "down" : undefined);

interface ComparisonProps {
  today: number;
  before: number;
  inPercent?: boolean;
  /** Early in the day a decrease from yesterday means nothing yet. */
  isEarly: boolean;
}

function Comparison({ today, before, inPercent, isEarly }: ComparisonProps) {
  const [moved, than] = compareFigures(today, before, inPercent);
  return (
    <>
      <span className={isEarly && today < before ? undefined : look(today - before)}>{moved}</span> {than} yesterday by
      now
    </>
  );
}

function RateChange({ from, to }: { from: GoldRate; to: GoldRate }) {
  const moved = to.r22kRate - from.r22kRate;
  const sign = moved < 0 ? "−" : "+";
  return (
    <>
      <span className={look(moved)}>{moved === 0 ? "unchanged" : `${sign}${rupees(Math.abs(moved))}`}</span> since{" "}
      {day(from.date)}
    </>
  );
}

interface StatProps {
  label: string;
  value: string | number | undefined;
  children: ReactNode;
}

function Stat({ label, value, children }: StatProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value === undefined ? (
          <span className="sk stat-sk" />
        ) : (
          <b className={isLongAmount(value) ? "long" : undefined}>{value}</b>
        )}
        <span className="muted">{children}</span>
      </dd>
    </div>
  );
}
