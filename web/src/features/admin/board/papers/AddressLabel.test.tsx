import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { item, order } from "@/app/admin/test/adminApp";
import { AddressLabel } from "./AddressLabel";

test("the label of a part of an order says so, and collects what this part costs", () => {
  const rest = { ...item(2, 7), totalAmount: 5000 };
  const { rerender } = render(<AddressLabel order={order(7, "Meera Joshi", [item(1, 7, "shipped"), rest])} />);
  const label = screen.getByRole("article", { name: "Address label of order 7" });
  expect(label).toHaveTextContent("Part of order 7");
  expect(label).toHaveTextContent("Collect ₹5,000.00");
  rerender(<AddressLabel order={order(7, "Meera Joshi", [item(1, 7), item(2, 7)])} />);
  expect(label).not.toHaveTextContent("Part of");
  expect(label).toHaveTextContent("Collect ₹2,57,040.00");
});
