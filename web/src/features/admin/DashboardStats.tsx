import type { ReactNode } from "react";
import type { GoldRate } from "@/shared/api/types";
import { day, rupees, whole } from "@/shared/format";
import { Card } from "@/shared/portal/Card";
import { dayOf } from "@/shared/portal/rates";
import { age } from "./age";
import { compared } from "./dashboardFigures";
import type { Figures } from "./figuresApi";

interface DashboardStatsProps {
  figures: Figures | undefined;
  rates: GoldRate[] | undefined;
  now: number;
}

export function DashboardStats({ figures, rates, now }: DashboardStatsProps) {
  const [rate, last] = (rates ?? []).filter(({ date }) => date <= dayOf(now));
  const ordered = figures?.standing.ordered;
  const young = hourInIndia(now) < evening;
  return (
    <Card name="today" title="Today" className="stats-card">
      <dl className="stats">
        <Stat label="Orders today" value={figures && whole(figures.today.orders)}>
          {figures && <Compared today={figures.today.orders} before={figures.before.orders} young={young} />}
        </Stat>
        <Stat label="Sales today" value={figures && rupees(figures.today.sales)}>
          {figures && <Compared today={figures.today.sales} before={figures.before.sales} inPercent young={young} />}
        </Stat>
        <Stat label="Waiting for a status" value={ordered && whole(ordered.items)}>
          {ordered &&
            (ordered.oldest ? `the oldest for ${age(ordered.oldest, now)}` : "nothing is ordered and not packed")}
        </Stat>
        <Stat label="Gold today, 22k" value={rates && (rate ? rupees(rate.r22kRate) : "not set")}>
          {rate && last && <Moved from={last} to={rate} />}
        </Stat>
      </dl>
    </Card>
  );
}

/** Until then a day that lags behind the one before is not told in red. */
const evening = 18;
const hourFormat = new Intl.DateTimeFormat("en-GB", { hour: "numeric", hourCycle: "h23", timeZone: "Asia/Kolkata" });
const hourInIndia = (now: number) => Number(hourFormat.format(now));

const look = (moved: number) => (moved > 0 ? "up" : moved < 0 ? "down" : undefined);

interface ComparedProps {
  today: number;
  before: number;
  inPercent?: boolean;
  /** Little of the day is over: less than yesterday is no bad news yet. */
  young: boolean;
}

function Compared({ today, before, inPercent, young }: ComparedProps) {
  const [moved, than] = compared(today, before, inPercent);
  return (
    <>
      <span className={young && today < before ? undefined : look(today - before)}>{moved}</span> {than} yesterday by
      now
    </>
  );
}

function Moved({ from, to }: { from: GoldRate; to: GoldRate }) {
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

/** How many characters stand beside each other at full size. */
const short = 13;

function Stat({ label, value, children }: StatProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value === undefined ? (
          <span className="sk stat-sk" />
        ) : (
          <b className={`${value}`.length > short ? "long" : undefined}>{value}</b>
        )}
        <span className="muted">{children}</span>
      </dd>
    </div>
  );
}
