import type { Product } from "@/shared/api/types";
import { grams, rupees } from "@/shared/format";
import { goldInMrp } from "@/shared/product/goldInMrp";
import { NoImage } from "@/shared/product/NoImage";
import { Picture } from "@/shared/product/Picture";
import { Link } from "@/shared/ui/Link";

/** The price breakup of one real product at today's rate. */
export function PriceExample({ products }: { products: Product[] | undefined }) {
  const piece = products?.find(({ images }) => images.length > 0) ?? products?.[0];
  const image = piece?.images[1] ?? piece?.images[0];
  if (products && !piece) return <div className="section" />;
  return (
    <section className="section">
      <div className="makes">
        <div className="wrap py-5">
          <span className="tile">
            {piece && image ? (
              <Picture image={image} alt={`${piece.name} in detail`} sizes="(min-width: 992px) 580px, 100vw" />
            ) : (
              piece && <NoImage />
            )}
          </span>
          <div className="py-4">
            <h2>What you pay for, line by line</h2>
            <p className="muted mb-0">
              Every price is today's gold rate times the weight, then the making and the wastage. When the rate moves,
              the price moves with it. When you order, it stays.
            </p>
            <div className="sum">
              {piece ? <Sum piece={piece} /> : <div className="sk sk-sum" aria-hidden="true" />}
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}

function Sum({ piece }: { piece: Product }) {
  const lines: [string, string][] = [
    [`Gold, ${grams(piece.weight)} at ${rupees(piece.goldRate)}`, rupees(goldInMrp(piece))],
    ...(piece.stones?.length ? [["Stones", rupees(piece.stoneCharge)] as [string, string]] : []),
    ["Making charge", rupees(piece.makingCharge)],
    ["Wastage charge", rupees(piece.wastageCharge)],
  ];
  if (piece.discount > 0) lines.push(["Discount", `−${rupees(piece.discount)}`]);
  return (
    <>
      {lines.map(([label, amount]) => (
        <div key={label}>
          <span>{label}</span>
          <span>{amount}</span>
        </div>
      ))}
      <div className="tot">
        <Link to={`/${piece.id}`}>{piece.name}</Link>
        <span>{rupees(piece.ornamentPrice)}</span>
      </div>
    </>
  );
}
