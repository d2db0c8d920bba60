import { screen, waitFor } from "@testing-library/react";
import { type HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { answer, server } from "@/shared/test/server";
import { board, changeOf, item, openPortal, order, stock } from "./test/portal";

const first = item(1, 1058);
const second = item(2, 1057);
const orders = [order(1058, "Meera Joshi", [first]), order(1057, "Arjun Nair", [second])];

interface Count {
  answerWith: (counts: Partial<Record<string, number>>, countedAt: string) => void;
}

/** The requests for the numbers, each to be answered by hand. */
function counts(): Count[] {
  const asked: Count[] = [];
  server.use(
    http.get("*/api/order/", ({ request }) => {
      if (new URL(request.url).searchParams.get("limit") !== "1") return;
      return new Promise<HttpResponse<never>>((settle) => {
        asked.push({
          answerWith: (counts, countedAt) =>
            settle(
              answer([], {
                counts: { ordered: 0, packed: 0, shipped: 0, delivered: 0, ...counts },
                countedAt,
              }) as never,
            ),
        });
      });
    }),
  );
  return asked;
}

const tab = (name: string) => screen.findByRole("button", { name });
const seconds = (by: number) => new Date(Date.parse("2026-11-20T06:00:00.000Z") + by * 1000).toISOString();

test("a change made after the counting, that arrived before its answer, is counted", async () => {
  stock(orders);
  const asked = counts();
  const { arrive } = openPortal(board);
  await screen.findByRole("combobox", { name: "Status of item 1 of order 1058" });
  await waitFor(() => expect(asked).toHaveLength(1));
  arrive("order.status_changed", changeOf(first, "packed", { at: seconds(1) }));
  arrive("order.status_changed", changeOf(first, "packed", { at: seconds(1) }));
  asked[0]?.answerWith({ ordered: 2 }, seconds(0));
  arrive("order.status_changed", changeOf(second, "ordered", { at: seconds(2) }));
  expect(await tab("Ordered 1")).toBeInTheDocument();
  expect(await tab("Packed 1")).toBeInTheDocument();
});

test("a change that may be counted already is asked for again, and never counted twice", async () => {
  stock(orders);
  const asked = counts();
  const { arrive } = openPortal(board);
  await waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.answerWith({ ordered: 1, packed: 1 }, seconds(2));
  await tab("Packed 1");
  arrive("order.status_changed", changeOf(first, "packed", { at: seconds(1) }));
  await waitFor(() => expect(asked).toHaveLength(2), { timeout: 3000 });
  expect(await tab("Packed 1")).toBeInTheDocument();
  asked[1]?.answerWith({ ordered: 1, packed: 1 }, seconds(4));
  arrive("order.status_changed", changeOf(second, "packed", { at: seconds(5) }));
  expect(await tab("Packed 2")).toBeInTheDocument();
  expect(await tab("Ordered 0")).toBeInTheDocument();
});

test("one's own change and its echo are one", async () => {
  stock(orders);
  const asked = counts();
  server.use(http.post("*/api/order/", () => answer(changeOf(first, "packed", { at: seconds(1) }) as never)));
  const { arrive, person } = openPortal(board);
  await waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.answerWith({ ordered: 2 }, seconds(0));
  await tab("Ordered 2");
  await person.click(await screen.findByRole("combobox", { name: "Status of item 1 of order 1058" }));
  await person.click(screen.getByRole("option", { name: "Packed" }));
  expect(await tab("Packed 1")).toBeInTheDocument();
  arrive("order.status_changed", changeOf(first, "packed", { at: seconds(1) }));
  expect(await tab("Packed 1")).toBeInTheDocument();
  expect(await tab("Ordered 1")).toBeInTheDocument();
});

test("of an order that the page does not know, a search asks the server", async () => {
  stock(orders);
  const asked = counts();
  const { arrive } = openPortal(`${board}?search=meera`);
  await waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.answerWith({ ordered: 1 }, seconds(0));
  await tab("Ordered 1");
  arrive("order.status_changed", changeOf(item(70, 900), "shipped", { at: seconds(1) }));
  await waitFor(() => expect(asked).toHaveLength(2), { timeout: 3000 });
  asked[1]?.answerWith({ ordered: 1, shipped: 1 }, seconds(2));
  expect(await tab("Shipped 1")).toBeInTheDocument();
});
