import { type StuckRule, useStuck } from "@/shared/admin/orders/stuckApi";
import { stuckLimit, stuckName } from "@/shared/admin/stuck/stuckTexts";

interface StuckChipsProps {
  picked: StuckRule | null;
  onPick: (rule: StuckRule | null) => void;
}

/** The numbers of stuck orders by rule. A pressed chip shows only those; a red one means that money is owed. */
export function StuckChips({ picked, onPick }: StuckChipsProps) {
  const stuck = useStuck();
  const shown = stuck?.filter(({ orders, rule }) => orders > 0 || rule === picked) ?? [];
  return (
    <fieldset className="stuck" aria-label="What is stuck">
      <b aria-hidden="true">Stuck</b>
      {stuck && shown.length === 0 && <span className="muted">Nothing is stuck</span>}
      {shown.map((each) => (
        <button
          key={each.rule}
          type="button"
          className={`chipn${each.rule === "refund" && each.orders > 0 ? " hot" : ""}`}
          aria-pressed={each.rule === picked}
          onClick={() => onPick(each.rule === picked ? null : each.rule)}
        >
          {stuckName(each.rule)} {each.hours !== null && <u>{stuckLimit(each)}</u>}
          <i>{each.orders}</i>
        </button>
      ))}
    </fieldset>
  );
}
