import { Fragment } from "react";
import { matchPath, useLocation } from "react-router";
import logo from "@/assets/brand/logo.svg";
import logoNight from "@/assets/brand/logo-light.svg";
import mark from "@/assets/brand/mark.svg";
import { currentRate, scheduledRates, useGoldRatesQuery } from "@/shared/admin/goldRates/goldRates";
import { useCurrentFigures } from "@/shared/admin/orders/figuresApi";
import { usePermissions } from "@/shared/admin/permissions";
import type { GoldRate } from "@/shared/api/types";
import { dayMonth, pluralize, rupees, wholeNumber } from "@/shared/format";
import { useNow } from "@/shared/hooks/useNow";
import { Link } from "@/shared/ui/Link";
import { detailPages, innerPages, type NavEntry, navGroups } from "./navEntries";

/** The sidebar. Collapsed, it shows only icons; the labels stay available to screen readers. */
export function SideNav({ rail = false, onLeave }: { rail?: boolean; onLeave?: () => void }) {
  const { sees } = usePermissions();
  const groups = navGroups.map((group) => group.filter(({ to }) => sees(to))).filter(({ length }) => length > 0);
  return (
    <aside className="side-nav" aria-label="Sidebar">
      <Link className="logo" to="/admin" onClick={onLeave} aria-label="Swarna, Admin portal">
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
        {groups.map((group, index) => (
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

/** Whether an entry links to the open page or to its parent. */
function placeOf(to: string, pathname: string) {
  if (matchPath(to, pathname)) return "page";
  return [...innerPages, ...detailPages].some((page) => page.under === to && matchPath(page.to, pathname))
    ? "true"
    : undefined;
}

/** In milliseconds. All pages of the portal show the number, so it is fetched less often than by the dashboard. */
const correctionDelay = 10_000;

function Waiting() {
  const { data } = useCurrentFigures(correctionDelay);
  const count = data?.standing.ordered.items;
  if (!count) return null;
  return (
    <span className="cnt">
      {wholeNumber(count)}
      <span className="visually-hidden"> waiting</span>
    </span>
  );
}

/** Shows the current rate and the next scheduled rates. */
function GoldToday() {
  const { data } = useGoldRatesQuery();
  const now = useNow();
  const rate = currentRate(data, now);
  const [next, ...later] = scheduledRates(data, now);
  if (!rate && !next) return null;
  return (
    <section className="gold" aria-label="Gold rate">
      {rate && <Carats title="Gold today" day={dayMonth(rate.date)} rate={rate} />}
      {next && (
        <div className="scheduled">
          <Carats title={`from ${dayMonth(next.date)}:`} day="scheduled" rate={next} />
          {later.length > 0 && <p className="muted mb-0">and {pluralize(later.length, "later rate")}</p>}
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
