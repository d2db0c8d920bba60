import { Card } from "@/shared/admin/cards/Card";
import { age } from "@/shared/admin/orders/age";
import { useStuck } from "@/shared/admin/orders/stuckApi";
import { stuckLimit, stuckName } from "@/shared/admin/stuck/stuckTexts";
import { Link } from "@/shared/ui/Link";

/** The numbers of stuck orders by rule, with the age of the oldest. Each links to its orders on the board. */
export function StuckCard({ now }: { now: number }) {
  const stuck = useStuck();
  const shown = stuck?.filter(({ orders }) => orders > 0) ?? [];
  return (
    <Card name="stuck" title="Stuck" className="stuck-card">
      {!stuck && <span className="sk dash-sk" />}
      {stuck && shown.length === 0 && <p className="muted none">Nothing is stuck.</p>}
      {shown.length > 0 && (
        <div className="stuck">
          {shown.map((each) => (
            <Link
              key={each.rule}
              className={`chipn${each.rule === "refund" ? " hot" : ""}`}
              to={`/admin/order-management?stuck=${each.rule}`}
              title={each.oldest ? `the oldest for ${age(each.oldest, now)}` : undefined}
            >
              {stuckName(each.rule)} {each.hours !== null && <u>{stuckLimit(each)}</u>}
              <i>{each.orders}</i>
            </Link>
          ))}
        </div>
      )}
    </Card>
  );
}
