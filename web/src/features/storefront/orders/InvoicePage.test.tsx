import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { Route, Routes } from "react-router";
import { describe, expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { asha, lines, order, orderItem } from "@/shared/test/fixtures";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server } from "@/shared/test/server";
import { InvoicePage } from "./InvoicePage";

const item = orderItem({ productQuantity: 2, discount: 533, totalAmount: 184_000 });
const newer = lines(order({ id: 41, items: [orderItem({ orderId: 41, id: 80, itemId: 80 })] }));
const older = lines(order({ totalAmount: 184_000, items: [item] }));
const oldest = lines(order({ id: 2, items: [orderItem({ orderId: 2, id: 4, itemId: 4 })] }));

function show(orderId: number) {
  const asked: (string | null)[] = [];
  server.use(
    http.get("*/api/order/", ({ request }) => {
      const cursor = new URL(request.url).searchParams.get("cursor");
      asked.push(cursor);
      if (cursor === null) return answer(newer as never, { nextCursor: "b" });
      return cursor === "b" ? answer(older as never, { nextCursor: "c" }) : answer(oldest as never);
    }),
  );
  const page = (
    <Routes>
      <Route path="my-orders/:id/invoice" element={<InvoicePage user={asha} notFound={<p>no such page</p>} />} />
    </Routes>
  );
  return { asked, ...renderWith(makeStore("customer"), page, `/my-orders/${orderId}/invoice`) };
}

describe("an invoice", () => {
  it("shows the order with what each price was made of, however far back it is", async () => {
    const { asked } = show(40);
    const sheet = await screen.findByRole("article", { name: "Invoice 40" });
    expect(sheet).toHaveTextContent("Order 4018 Nov 2026");
    expect(sheet).toHaveTextContent("Sold toAsha Verma12 Second Main RoadChennai, Tamil Nadu 600001India");
    await waitFor(() => expect(sheet).toHaveTextContent("Sold bySwarna1 Car StreetChennai 600004care@shop.example"));
    const row = within(sheet).getByRole("row", { name: /Paithani/ });
    expect(
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ).toEqual(["₹75,853.00at ₹11,852.00 /gm", "–", "₹12,890.00", "₹3,790.00", "−₹533.00", "2", "₹1,84,000.00"]);
    expect(within(sheet).getByRole("row", { name: /^Total/ })).toHaveTextContent("₹1,84,000.00");
    // Also the following page: an order may continue on it.
    expect(asked).toEqual([null, "b", "c"]);
  });

  it("is not there for an order that is not the shopper's", async () => {
    const { asked } = show(42);
    expect(await screen.findByText("no such page")).toBeInTheDocument();
    expect(asked).toEqual([null]);
  });

  it("says so when it cannot be loaded", async () => {
    const { person } = show(40);
    server.use(http.get("*/api/order/", () => refusal(503, "Try again."), { once: true }));
    expect(await screen.findByText("Failed to load orders")).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("article", { name: "Invoice 40" })).toBeInTheDocument();
  });
});
