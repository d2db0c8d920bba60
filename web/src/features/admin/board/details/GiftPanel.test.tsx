import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { order, orderItem } from "@/shared/test/fixtures";
import { GiftPanel } from "./GiftPanel";

it("shows what to write on the card, and a slip that has no prices", () => {
  const gift = { message: "For Meera", isWrapped: true };
  render(<GiftPanel order={order({ gift, items: [orderItem({ productName: "Jhumka" })] })} />);
  const panel = screen.getByRole("region", { name: "Gift" });
  expect(panel).toHaveTextContent("A gift, to be wrapped");
  expect(panel).toHaveTextContent("1 × Jhumka");
  expect(panel).not.toHaveTextContent("₹");
});

it("is not there for other orders", () => {
  const { container } = render(<GiftPanel order={order()} />);
  expect(container).toBeEmptyDOMElement();
});
