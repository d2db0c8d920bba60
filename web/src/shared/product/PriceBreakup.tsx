import type { StoneOut } from "@/shared/api/schema";
import { grams, rupees } from "@/shared/format";
import { stonesText } from "./stones";

interface PriceBreakupProps {
  goldRate: number;
  weight: number;
  metal: number;
  stones?: StoneOut[];
  stoneCharge?: number;
  making: number;
  wastage: number;
  discount: number;
  total: number;
  totalLabel: string;
  quantity?: number;
}

/** The breakup of a price. With a quantity the lines are for one piece and the total for all. */
export function PriceBreakup(props: PriceBreakupProps) {
  const { goldRate, weight, metal, making, wastage, discount, total, totalLabel, quantity = 1 } = props;
  const { stones = [], stoneCharge = 0 } = props;
  return (
    <table className="breakup">
      <tbody>
        <tr>
          <th scope="row">
            Gold, 22k
            <small>
              {rupees(goldRate)} /gm × {grams(weight)}
            </small>
          </th>
          <td>{rupees(metal)}</td>
        </tr>
        {stones.length > 0 && (
          <tr>
            <th scope="row">
              Stones
              <small>{stonesText(stones)}</small>
            </th>
            <td>{rupees(stoneCharge)}</td>
          </tr>
        )}
        <tr>
          <th scope="row">Making charge</th>
          <td>{rupees(making)}</td>
        </tr>
        <tr>
          <th scope="row">Wastage charge</th>
          <td>{rupees(wastage)}</td>
        </tr>
        {discount > 0 && (
          <tr className="neg">
            <th scope="row" className="neg">
              Discount
            </th>
            <td>−{rupees(discount)}</td>
          </tr>
        )}
        {quantity > 1 && (
          <tr>
            <th scope="row">Pieces</th>
            <td>× {quantity}</td>
          </tr>
        )}
        <tr className="tot">
          <th scope="row">{totalLabel}</th>
          <td>{rupees(total)}</td>
        </tr>
      </tbody>
    </table>
  );
}
