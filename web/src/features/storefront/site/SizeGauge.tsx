import { Printer } from "lucide-react";

const ringSizes = Array.from({ length: 25 }, (_, index) => index + 6);
const bangleSizes = [2, 4, 6, 8, 10, 12];
/** The inner diameters in mm. An Indian ring size is the inner circumference in mm less 40. */
const ringDiameter = (size: number) => (40 + size) / Math.PI;
const bangleDiameter = (sixteenths: number) => (2 + sixteenths / 16) * 25.4;

const perRow = 7;
const cell = 25;
/** A bank card as ISO/IEC 7810 has it, in mm. */
const card = { width: 85.6, height: 53.98 };

/** Rings and bangles in their real size, when printed without scaling; the frame of a bank card checks it. */
export function SizeGauge() {
  const rows = Math.ceil(ringSizes.length / perRow);
  return (
    <section className="gauge" aria-labelledby="gauge">
      <div className="row-head">
        <div>
          <h2 id="gauge">The gauge</h2>
          <p className="muted mb-0">
            Print it at 100 %, without fitting it to the page. Lay a bank card on the frame: if it fits, the gauge is
            true.
          </p>
        </div>
        <button type="button" className="btn btn-line" onClick={() => window.print()}>
          <Printer className="ico" aria-hidden="true" />
          Print the gauge
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone */}
      <section className="gauge-sheet" tabIndex={0} aria-label="The gauge, true to scale">
        <Sheet width={card.width + 2} height={card.height + 2} label="The frame of a bank card">
          <rect x="1" y="1" width={card.width} height={card.height} rx="3.2" />
          <text x={card.width / 2} y={card.height / 2}>
            Your bank card fits this frame
          </text>
        </Sheet>
        <Sheet width={perRow * cell} height={rows * (cell + 3)} label="Ring sizes 6 to 30, inner circles">
          {ringSizes.map((size, index) => {
            const x = ((index % perRow) + 0.5) * cell;
            const y = Math.floor(index / perRow) * (cell + 3) + cell / 2 + 1;
            return (
              <g key={size}>
                <circle cx={x} cy={y} r={ringDiameter(size) / 2} />
                <text x={x} y={y + 1.2}>
                  {size}
                </text>
              </g>
            );
          })}
        </Sheet>
        <Sheet
          width={bangleDiameter(12) + 4}
          height={bangleDiameter(12) + 4}
          label="Bangle sizes 2.2 to 2.12, inner circles"
        >
          {bangleSizes.map((sixteenths, index) => {
            const middle = bangleDiameter(12) / 2 + 2;
            return (
              <g key={sixteenths}>
                <circle cx={middle} cy={middle} r={bangleDiameter(sixteenths) / 2} />
                <text x={middle} y={middle - 12 + index * 5.5}>
                  2.{sixteenths}: circle {index + 1} from the inside
                </text>
              </g>
            );
          })}
        </Sheet>
      </section>
    </section>
  );
}

interface SheetProps {
  /** In mm, as in the drawing. */
  width: number;
  height: number;
  label: string;
  children: React.ReactNode;
}

const Sheet = ({ width, height, label, children }: SheetProps) => (
  <svg
    role="img"
    aria-label={label}
    viewBox={`0 0 ${width} ${height}`}
    style={{ width: `${width}mm`, height: `${height}mm` }}
  >
    {children}
  </svg>
);
