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

test("an amount is read as staff write it, in Indian groups of digits with the sign", async () => {
  const payment = { ...order(1058, "Meera Joshi", []).payment, paid: 150_000, refunded: 0 };
  const { person } = renderWith(
    makeStore("admin"),
    <RefundForm orderId={1058} payment={payment} owed={45_000} reason="" />,
  );
  const amount = screen.getByRole("textbox", { name: "Amount" });
  await person.clear(amount);
  await person.type(amount, " ₹ 1,20,000.50 ");
  expect(screen.getByRole("button", { name: "Refund ₹1,20,000.50" })).toBeInTheDocument();
  await person.clear(amount);
  await person.type(amount, "1e3");
  expect(screen.getByRole("button", { name: "Refund" })).toBeInTheDocument();
});
