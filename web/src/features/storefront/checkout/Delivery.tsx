import { StepHeading } from "./StepHeading";

export function Delivery() {
  return (
    <section className="part" aria-labelledby="delivery">
      <StepHeading id="delivery" number={2} title="Delivery" />
      <div className="panel p-4">
        <b>Delivered in 3-5 days</b>
        <p className="small muted mb-0">
          It is part of the price. You follow each step in My Orders, and a mail tells you when it is on its way.
        </p>
      </div>
    </section>
  );
}
