import { expect, test } from "vitest";
import { shipmentProblem } from "./shipment";

const missing = { courier: "no courier", number: "no number" };

test("courier and number belong together", () => {
  expect(shipmentProblem({ courier: "", number: "" }, missing)).toBe("");
  expect(shipmentProblem({ courier: "BVC", number: " 7741 " }, missing)).toBe("");
  expect(shipmentProblem({ courier: "BVC", number: "" }, missing)).toBe(missing.number);
  expect(shipmentProblem({ courier: "", number: "7741" }, missing)).toBe(missing.courier);
  expect(shipmentProblem({ courier: "BVC", number: "??" }, missing)).toMatch(/4 to 40/);
});
