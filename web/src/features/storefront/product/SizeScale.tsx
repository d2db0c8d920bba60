import type { Product } from "@/shared/api/types";
import { outerText, sizeText } from "@/shared/product/sizeText";

/** The diameter of a ten-rupee coin in mm. */
const coin = 27;
const gap = 8;
const neck = 36 * 10;

/** Up to this many mm the text on the coin is readable. */
const readable = 90;

/** The chosen size, or a piece without sizes, drawn beside a coin; a chain is drawn beside a neck. */
export function SizeScale({ product, size }: { product: Product; size: string | null }) {
  const chosen = product.sizes?.find(({ label }) => label === size);
  if (chosen?.diameter) return <Opening diameter={chosen.diameter} size={chosen.label} />;
  if (chosen?.length) return <Length millimetres={chosen.length * 25.4} size={chosen.label} />;
  if (product.width && product.height) return <Outline width={product.width} height={product.height} />;
  return null;
}

function Outline({ width, height }: { width: number; height: number }) {
  const tallest = Math.max(height, coin);
  const whole = width + gap + coin;
  return (
    <figure className="scale">
      <svg viewBox={`-2 -2 ${whole + 4} ${tallest + 4}`} aria-hidden="true">
        <rect
          className="piece"
          y={tallest - height}
          width={width}
          height={height}
          rx={Math.min(width, height) / 4}
          vectorEffect="non-scaling-stroke"
        />
        <circle cx={width + gap + coin / 2} cy={tallest - coin / 2} r={coin / 2} vectorEffect="non-scaling-stroke" />
        {Math.max(whole, tallest) <= readable && (
          <text x={width + gap + coin / 2} y={tallest - coin / 2}>
            ₹10
          </text>
        )}
      </svg>
      <figcaption className="small muted num">
        {outerText({ width, height })}, beside a ten-rupee coin of {coin} mm
      </figcaption>
    </figure>
  );
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
