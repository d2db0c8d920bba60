import { screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";
import { item, order } from "@/app/admin/test/adminApp";
import { makeStore } from "@/app/store";
import type { OrderItem } from "@/shared/api/types";
import { renderWith } from "@/shared/test/render";
import { answer, server, shopContact } from "@/shared/test/server";
import { AddressLabel } from "./AddressLabel";
import { parcelsOf } from "./parcelItems";

/** The labels of an order. */
const Labels = ({ items }: { items: OrderItem[] }) =>
  parcelsOf(order(7, "Meera Joshi", items)).map((parcel) => (
    <AddressLabel key={parcel.items[0]?.itemId} parcel={parcel} />
  ));

test("the label of a part of an order says so, and collects what this part costs", () => {
  const rest = { ...item(2, 7), totalAmount: 5000 };
  const { rerender } = renderWith(makeStore("admin"), <Labels items={[item(1, 7, "shipped"), rest]} />);
  const label = screen.getByRole("article", { name: "Address label of order 7" });
  expect(label).toHaveTextContent("Part of order 7");
  expect(label).toHaveTextContent("Collect ₹5,000.00");
  rerender(<Labels items={[item(1, 7), item(2, 7)]} />);
  expect(screen.getByRole("article")).not.toHaveTextContent("Part of");
  expect(screen.getByRole("article")).toHaveTextContent("Collect ₹2,57,040.00");
});

test.each([
  [shopContact.address, "FromSwarna, 1 Car Street, Chennai 600004"],
  [[], "FromSwarna"],
])("the sender is the shop at the address of its settings", async (address, sender) => {
  server.use(http.get("*/api/contact/", () => answer({ ...shopContact, address })));
  renderWith(makeStore("admin"), <Labels items={[item(1, 7)]} />);
  const [from] = await screen.findAllByText("From");
  await waitFor(() => expect(from?.parentElement?.textContent).toBe(sender));
});

test("two parcels that wait have a label each, with the number and the amount of their own", () => {
  const packed = (made: OrderItem, trackingNumber: string): OrderItem => ({
    ...made,
    status: "packed",
    courier: "Sequel",
    trackingNumber,
  });
  renderWith(
    makeStore("admin"),
    <Labels items={[packed(item(1, 7), "1111"), packed({ ...item(2, 7), totalAmount: 5000 }, "2222")]} />,
  );
  const [first, second] = screen.getAllByRole("article", { name: "Address label of order 7" });
  expect(first).toHaveTextContent(/Part of order 7.*Sequel 1111.*Collect ₹1,28,520.00/);
  expect(second).toHaveTextContent(/Part of order 7.*Sequel 2222.*Collect ₹5,000.00/);
});
