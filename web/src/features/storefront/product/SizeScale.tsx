import type { Product } from "@/shared/api/types";
import { sizeText } from "@/shared/product/sizeText";

/** The diameter of a ten-rupee coin in mm. */
const coin = 27;
const gap = 8;
const neck = 36 * 10;

/** How large the chosen size is: a ring or bangle beside a coin, a chain beside the girth of a neck. */
export function SizeScale({ product, size }: { product: Product; size: string | null }) {
  const chosen = product.sizes?.find(({ label }) => label === size);
  if (chosen?.diameter) return <Opening diameter={chosen.diameter} size={chosen.label} />;
  if (chosen?.length) return <Length millimetres={chosen.length * 25.4} size={chosen.label} />;
  return null;
}

function Opening({ diameter, size }: { diameter: number; size: string }) {
  const height = Math.max(diameter, coin);
  const width = diameter + gap + coin;
  return (
    <figure className="scale">
      <svg viewBox={`-1 -1 ${width + 2} ${height + 2}`} aria-hidden="true">
        <circle className="piece" cx={diameter / 2} cy={height / 2} r={diameter / 2} />
        <circle cx={diameter + gap + coin / 2} cy={height / 2} r={coin / 2} />
        <text x={diameter + gap + coin / 2} y={height / 2}>
          ₹10
        </text>
      </svg>
      <figcaption className="small muted num">
        {sizeText(size)}: {diameter} mm inside, beside a ten-rupee coin of {coin} mm
      </figcaption>
    </figure>
  );
}

function Length({ millimetres, size }: { millimetres: number; size: string }) {
  const longest = Math.max(millimetres, neck);
  return (
    <figure className="scale">
      <svg viewBox={`-6 -8 ${longest + 12} 64`} aria-hidden="true">
        <line className="piece" x1="0" x2={millimetres} y1="8" y2="8" />
        <line x1="0" x2={neck} y1="40" y2="40" />
      </svg>
      <figcaption className="small muted num">
        {sizeText(size)}: {(millimetres / 10).toFixed(1)} cm, beside a neck of {neck / 10} cm around
      </figcaption>
    </figure>
  );
}
