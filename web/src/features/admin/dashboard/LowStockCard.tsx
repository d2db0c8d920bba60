import { Card } from "@/shared/admin/cards/Card";
import { lowSizes, lowStock, piecesLeft } from "@/shared/admin/lowStock";
import { Link } from "@/shared/ui/Link";
import { useLowStockQuery } from "./lowStockApi";

const shown = 8;

/** The products of which 2 pieces or fewer are left, in total or in a size, the fewest in total first. */
export function LowStockCard() {
  const { data } = useLowStockQuery(shown);
  return (
    <Card
      name="low-stock"
      title="Low stock"
      className="low-stock"
      tools={
        <Link className="textlink" to="/admin/product?stockLevel=low&sort=stockAsc">
          All of them
        </Link>
      }
    >
      {!data && <span className="sk dash-sk" />}
      {data?.length === 0 && <p className="muted none">Nothing is at 2 pieces or less.</p>}
      {data && data.length > 0 && (
        <ul>
          {data.map(({ id, code, name, stockQuantity, sizes }) => (
            <li key={id}>
              <Link to={`/admin/product?search=${encodeURIComponent(code)}`}>
                <span className="words">
                  <b>{name}</b>
                  <span className="sub">{code}</span>
                </span>
                <span className="stock-count low">
                  {stockQuantity !== null && stockQuantity <= lowStock ? piecesLeft(stockQuantity) : lowSizes(sizes)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
