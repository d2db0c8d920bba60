import { act, screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { expect, test, vi } from "vitest";
import { board, item, openAdmin, order, serveOrders } from "@/app/admin/test/adminApp";
import { answer, refusal, server } from "@/shared/test/server";

const many = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => order(from - at, "Meera Joshi", [item(from - at, from - at)]));
const print = (moment: "beforeprint" | "afterprint") => act(() => void window.dispatchEvent(new Event(moment)));
const onPaper = () => screen.queryByRole("region", { name: "On paper" });
const numbers = (paper: HTMLElement) =>
  within(paper)
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("cell")[0]?.textContent);

test("all loaded rows are printed, also those that are not rendered on the screen", async () => {
  serveOrders(many(1050, 40));
  openAdmin(`${board}?search=meera`);
  await screen.findByRole("combobox", { name: "Status of item 1 of order 1050" });
  expect(screen.queryByRole("combobox", { name: "Status of item 1 of order 1011" })).not.toBeInTheDocument();
  print("beforeprint");
  const paper = onPaper() as HTMLElement;
  expect(numbers(paper)).toHaveLength(40);
  expect(paper).toHaveTextContent("40 items · “meera” · newest first");
  expect(within(paper).getByRole("row", { name: /1011 Piece 1011 10.00 gm 1 Meera Joshi/ })).toBeInTheDocument();
  print("afterprint");
  expect(onPaper()).not.toBeInTheDocument();
});

test("where the items could not be counted, the sheet says how many are loaded", async () => {
  serveOrders(many(1004, 2));
  server.use(
    http.get("*/api/order/", ({ request }) => {
      const asked = new URL(request.url).searchParams;
      return asked.get("flag") === "allOrders" && asked.get("limit") === "1" ? refusal(503, "Not now.") : undefined;
    }),
  );
  openAdmin(board);
  await screen.findByRole("combobox", { name: "Status of item 1 of order 1004" });
  print("beforeprint");
  expect(onPaper()).toHaveTextContent("2 items loaded · ");
});

test("the button loads what is not loaded yet before it prints", async () => {
  serveOrders([]);
  const counts = { ordered: 4, packed: 0, shipped: 0, delivered: 0 };
  server.use(
    http.get("*/api/order/", ({ request }) => {
      const asked = new URL(request.url).searchParams;
      if (asked.get("flag") !== "allOrders") return;
      const cursor = asked.get("cursor");
      const page = JSON.parse(JSON.stringify(many(cursor ? 1002 : 1004, 2)));
      return answer(page, { counts, countedAt: new Date().toISOString(), nextCursor: cursor ? null : "1003" });
    }),
  );
  const printed = vi.fn(() => {
    window.dispatchEvent(new Event("beforeprint"));
    return numbers(onPaper() as HTMLElement);
  });
  window.print = printed;
  const { person } = openAdmin(board);
  await screen.findByRole("combobox", { name: "Status of item 1 of order 1004" });
  await person.click(screen.getByRole("button", { name: "Print" }));
  await waitFor(() => expect(printed).toHaveReturnedWith(["1004", "1003", "1002", "1001"]));
});
