import { type Weighed, weightsOf } from "./stones";

/** The weights of a piece that is not all gold, and which of them the gold rate is charged for. */
export function Weights({ product }: { product: Weighed }) {
  const weights = weightsOf(product);
  if (weights.length === 0) return null;
  return (
    <div className="mt-3 mb-2">
      <dl className="rows small mb-1">
        {weights.map(([name, weight]) => (
          <div key={name}>
            <dt className="fw-normal">{name}</dt>
            <dd className="mb-0">{weight}</dd>
          </div>
        ))}
      </dl>
      <p className="micro muted mb-0">The gold rate is charged for the net weight only, never for stones.</p>
    </div>
  );
}
