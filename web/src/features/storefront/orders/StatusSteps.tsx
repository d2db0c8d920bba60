import { type OrderLine, statuses } from "@/shared/api/types";
import { StepList } from "@/shared/orders/StepList";
import { statusTimeKey } from "@/shared/orders/statusPatch";
import { stepOf } from "./orderDisplay";

/** The four status steps of a line. */
export function StatusSteps({ line }: { line: OrderLine }) {
  const steps = statuses.map((status) => ({ status, at: line[statusTimeKey(status)] }));
  return <StepList label="Progress" steps={steps} reached={stepOf(line.status)} isDone={line.status === "delivered"} />;
}
