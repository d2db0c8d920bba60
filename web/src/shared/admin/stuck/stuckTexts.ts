import type { StuckOut } from "@/shared/api/schema";

const names: Record<StuckOut["rule"], string> = {
  ordered: "Ordered",
  claimed: "Claimed",
  packed: "Packed",
  return: "Return asked",
  refund: "Money to pay back",
};

export const stuckName = (rule: StuckOut["rule"]) => names[rule];

/** `over 24 h`; empty if an order is stuck at once. */
export const stuckLimit = ({ hours }: Pick<StuckOut, "hours">) => (hours === null ? "" : `over ${hours} h`);
