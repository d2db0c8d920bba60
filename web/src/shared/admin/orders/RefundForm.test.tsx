import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { order } from "@/app/admin/test/adminApp";
import { makeStore } from "@/app/store";
import { renderWith } from "@/shared/test/render";
import { RefundForm } from "./RefundForm";

test("what is left after a refund in paise is offered to the paisa", () => {
  const payment = { ...order(1058, "Meera Joshi", []).payment, paid: 45_000, refunded: 4317.02 };
  renderWith(makeStore("admin"), <RefundForm orderId={1058} payment={payment} owed={45_000} reason="" />);
  expect(screen.getByRole("textbox", { name: "Amount" })).toHaveValue("40682.98");
});
