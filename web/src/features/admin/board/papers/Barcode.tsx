import { code128 } from "./code128";

/** A text as bars that a scanner reads. */
export function Barcode({ text }: { text: string }) {
  let at = 0;
  const bars = code128(text).map((width, index) => {
    const from = at;
    at += width;
    return index % 2 === 0 ? { from, width } : null;
  });
  return (
    <svg
      className="barcode"
      viewBox={`0 0 ${at} 40`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      {bars.map((bar) => bar && <rect key={bar.from} x={bar.from} y="0" width={bar.width} height="40" />)}
    </svg>
  );
}
