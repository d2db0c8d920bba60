import { pluralize } from "@/shared/format";
import { type Return, returnSteps, timesOf } from "@/shared/orders/returnsApi";
import { StepList } from "@/shared/orders/StepList";

/** The steps of a return. */
export function ReturnSteps({ wanted }: { wanted: Return }) {
  const times = timesOf(wanted);
  const steps = returnSteps.map((status) => ({ status, at: times[status] }));
  const reached = returnSteps.indexOf(wanted.status as (typeof returnSteps)[number]);
  return (
    <div className="return-way">
      <p>Return of {pluralize(wanted.quantity, "piece")}</p>
      <StepList label="Return" steps={steps} reached={reached} isDone={wanted.status === "refunded"} />
    </div>
  );
}
