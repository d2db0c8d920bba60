import { expect, test } from "vitest";
import { address } from "@/shared/test/fixtures";
import { orderProblem } from "./newOrder";

const chosen = { selectedId: 3, selected: address(), edited: undefined, needsMethod: false, gift: null };

test.each([
  [{}, undefined],
  [{ selectedId: undefined, selected: undefined }, "Please select or save an address"],
  [{ selected: undefined }, "Please select a valid address"],
  [{ edited: "new" as const }, "Please save the address that you are adding, or cancel"],
  [{ edited: 3 }, "Please save the address that you are editing, or cancel"],
  [{ edited: 4 }, undefined],
  [{ needsMethod: true }, "Please choose how to pay"],
  [{ gift: { message: "a".repeat(301), isWrapped: true } }, "Please make the message on the card shorter"],
])("an order that is not ready, as by %j, is not placed: %s", (over, problem) => {
  expect(orderProblem({ ...chosen, ...over })).toBe(problem);
});
