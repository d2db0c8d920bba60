import { expect, test } from "vitest";
import { type ApiError, errorReason, errorText } from "./errors";

const refused = (message: string, errors: ApiError["errors"]): ApiError => ({ status: 422, message, errors });

test("of one wrong field is told what is wrong, not its name alone", () => {
  const error = refused("Please check: text.", { text: "must have at most 2000 characters" });
  expect(errorReason(error)).toBe("Please check: text must have at most 2000 characters.");
  expect(errorText(error, "Not saved.")).toBe("Please check: text must have at most 2000 characters.");
});

test.each([
  refused("Please check: name, text.", { name: "is required", text: "is required" }),
  refused("The PIN code is not of this city.", { zipCode: "The PIN code is not of this city." }),
  refused("Sold out.", {}),
])("any other message is told as it is: %o", (error) => {
  expect(errorReason(error)).toBe(error.message);
  expect(errorText(error, "Not saved.")).toBe(error.message);
});
