import { rupees } from "@/shared/format";

interface PriceTotalsProps {
  totals: { metal: number; stones: number; making: number; wastage: number; discount: number; total: number };
}

/** The totals of a cart, in the cart and at checkout. */
export function PriceTotals({ totals }: PriceTotalsProps) {
  return (
    <div className="rows">
      <div>
        <span>Gold, 22k</span>
        <span>{rupees(totals.metal)}</span>
      </div>
      {totals.stones > 0 && (
        <div>
          <span>Stones</span>
          <span>{rupees(totals.stones)}</span>
        </div>
      )}
      <div>
        <span>Making charges</span>
        <span>{rupees(totals.making)}</span>
      </div>
      <div>
        <span>Wastage charges</span>
        <span>{rupees(totals.wastage)}</span>
      </div>
      {totals.discount > 0 && (
        <div className="less">
          <span>Discount</span>
          <span>−{rupees(totals.discount)}</span>
        </div>
      )}
      <div className="tot">
        <span>Total</span>
        <span>{rupees(totals.total)}</span>
      </div>
    </div>
  );
}
