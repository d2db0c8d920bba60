import { screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { expect, onTestFinished, test, vi } from "vitest";
import { answer, server } from "@/shared/test/server";
import { board, item, openAdmin, order, serveOrders } from "./test/adminApp";

/** Counts the scrolls to the top; the rows of the board scroll by another call. */
function watchScrolls() {
  const scrolled = vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  onTestFinished(() => scrolled.mockRestore());
  return () =>
    (scrolled.mock.calls as unknown as [ScrollToOptions][]).filter(([to]) => to.behavior === "instant").length;
}

const statusOf = (row: number, orderId: number) =>
  screen.findByRole("combobox", { name: `Status of item ${row} of order ${orderId}` });

test("a link leads to the top of the next page with the focus on its content, where the board's keys work", async () => {
  serveOrders([order(1058, "Meera Joshi", [item(1, 1058)])]);
  const scrolls = watchScrolls();
  const { person } = openAdmin("/admin/nowhere");
  const link = await screen.findByRole("link", { name: /Order Management/ });
  expect(screen.getByRole("main")).not.toHaveFocus();
  expect(scrolls()).toBe(0);
  await person.click(link);
  const status = await statusOf(1, 1058);
  await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  expect(scrolls()).toBe(1);
  await person.keyboard("j");
  expect(status).toHaveFocus();
});

test("a filter and a dialog of the page leave the position and the focus", async () => {
  serveOrders([order(1058, "Meera Joshi", [item(1, 1058)])]);
  const scrolls = watchScrolls();
  const { person } = openAdmin(board);
  await statusOf(1, 1058);
  const sort = screen.getByRole("combobox", { name: "Sort by" });
  await person.selectOptions(sort, "Oldest first");
  expect(sort).toHaveFocus();
  await person.click(screen.getByRole("button", { name: "Details of order 1058" }));
  const dialog = await screen.findByRole("dialog", { name: "Order 1058" });
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
  expect(scrolls()).toBe(0);
});

test("a page that was found has the focus after the search dialog has closed", async () => {
  serveOrders([]);
  const { person } = openAdmin("/admin/nowhere");
  await person.click(await screen.findByRole("button", { name: "Find an order, product or customer" }));
  await person.type(await screen.findByRole("combobox", { name: /^Find/ }), "order man{Enter}");
  expect(await screen.findByRole("heading", { name: "Order Management" })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Find" })).not.toBeInTheDocument());
  expect(screen.getByRole("main")).toHaveFocus();
});

test("a link that opens a form leaves the focus in its first field", async () => {
  serveOrders([]);
  server.use(http.get("*/api/product/", () => answer([])));
  const { person } = openAdmin("/admin/dashboard");
  await person.click(await screen.findByRole("link", { name: "Set today's rate" }));
  const form = await screen.findByRole("dialog", { name: /Gold Rate/ });
  await waitFor(() => expect(form.querySelector("input")).toHaveFocus());
});
