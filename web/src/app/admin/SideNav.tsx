import { Fragment } from "react";
import { Link, matchPath, useLocation } from "react-router";
import logo from "@/assets/brand/logo.svg";
import logoNight from "@/assets/brand/logo-light.svg";
import mark from "@/assets/brand/mark.svg";
import { useGoldRatesQuery } from "@/features/admin/adminApi";
import { useFiguresQuery } from "@/features/admin/figuresApi";
import type { GoldRate } from "@/shared/api/types";
import { counted, dayMonth, rupees, whole } from "@/shared/format";
import { rateInForce, scheduledRates } from "@/shared/portal/rates";
import { useNow } from "@/shared/portal/useNow";
import { home, innerPages, type NavEntry, navGroups } from "./navEntries";

/** The portal's entries. As a rail it shows the icons; their names stay for those who do not see them. */
export function SideNav({ rail = false, onLeave }: { rail?: boolean; onLeave?: () => void }) {
  return (
    <aside className="side-nav" aria-label="Sidebar">
      <Link className="logo" to={home} onClick={onLeave} aria-label="Swarna, Admin portal">
        {rail ? (
          <img src={mark} alt="" width="40" height="27" />
        ) : (
          <>
            <img className="logo-day" src={logo} alt="" width="182" height="38" />
            <img className="logo-night" src={logoNight} alt="" width="182" height="38" />
          </>
        )}
      </Link>
      <nav aria-label="Admin">
        {navGroups.map((group, index) => (
          <Fragment key={group[0]?.to}>
            {index > 0 && <hr className="hair mx-3" />}
            <ul>
              {group.map((entry) => (
                <Entry key={entry.to} entry={entry} rail={rail} onLeave={onLeave} />
              ))}
            </ul>
          </Fragment>
        ))}
      </nav>
      <GoldToday />
    </aside>
  );
}

function Entry({ entry, rail, onLeave }: { entry: NavEntry; rail: boolean; onLeave?: () => void }) {
  const { to, label, icon: Icon, counts } = entry;
  const { pathname } = useLocation();
  return (
    <li>
      <Link to={to} onClick={onLeave} title={rail ? label : undefined} aria-current={placeOf(to, pathname)}>
        <Icon className="ico" aria-hidden="true" />
        <span className={rail ? "visually-hidden" : undefined}>{label}</span>
        {counts && <Waiting />}
      </Link>
    </li>
  );
}

/** Whether an entry is the page that is open, or the one that it belongs to. */
function placeOf(to: string, pathname: string) {
  if (matchPath(to, pathname)) return "page";
  return innerPages.some((page) => page.under === to && matchPath(page.to, pathname)) ? "true" : undefined;
}

function Waiting() {
  const { data } = useFiguresQuery();
  const count = data?.standing.ordered.items;
  if (!count) return null;
  return (
    <span className="cnt">
      {whole(count)}
      <span className="visually-hidden"> waiting</span>
    </span>
  );
}

/** The rate in force, and apart from it the next one that is scheduled. */
function GoldToday() {
  const { data } = useGoldRatesQuery();
  const now = useNow();
  const rate = rateInForce(data, now);
  const [next, ...later] = scheduledRates(data, now);
  if (!rate && !next) return null;
  return (
    <section className="gold" aria-label="Gold rate">
      {rate && <Carats title="Gold today" day={dayMonth(rate.date)} rate={rate} />}
      {next && (
        <div className="scheduled">
          <Carats title={`from ${dayMonth(next.date)}:`} day="scheduled" rate={next} />
          {later.length > 0 && <p className="muted mb-0">and {counted(later.length, "later rate")}</p>}
        </div>
      )}
    </section>
  );
}

function Carats({ title, day, rate }: { title: string; day: string; rate: GoldRate }) {
  return (
    <>
      <div className="muted">
        <span>{title}</span>
        <span>{day}</span>
      </div>
      <div>
        <span>22k</span>
        <b>{rupees(rate.r22kRate)}</b>
      </div>
      <div>
        <span>24k</span>
        <b>{rupees(rate.r24kRate)}</b>
      </div>
    </>
  );
}
