// Live updates: a status set on the board shows on the shopper's open page, also after failures in between.

import type { Locator, Page, Request } from "@playwright/test";
import { call, orderCart, picturesMade } from "../client";
import { expect, halt, kill, resume, signInAsAdmin, signInAsShopper, signUp, test } from "../shop";

/** The admin's board and Asha's My Orders page, both with `order`, her newest with at least two items. */
type Windows = { board: Page; orders: Page; order: string };

async function openBoth(board: Page, orders: Page): Promise<Windows> {
  await signInAsShopper(orders);
  await orders.goto("/my-orders");
  const ofTwo = orders
    .getByRole("region", { name: /^Order \d+$/ })
    .filter({ has: orders.locator(".badge-st >> nth=1") });
  const heading = ofTwo.getByRole("heading", { level: 2 }).first();
  const order = (await heading.innerText()).replace(/\D/g, "");
  await expect(live(orders)).toBeVisible();
  await signInAsAdmin(board);
  await board.goto(`/admin/order-management?search=${order}`);
  await expect(statusOf(board, order, 1)).toBeVisible();
  return { board, orders, order };
}

const live = (page: Page) => page.getByRole("main").getByText("Live", { exact: true });

const statusOf = (board: Page, order: string, item: number) =>
  board.getByRole("combobox", { name: `Status of item ${item} of order ${order}` });

async function set(board: Page, order: string, item: number, status: string): Promise<void> {
  await statusOf(board, order, item).click();
  await board.getByRole("option", { name: status, exact: true }).click();
}

const badge = (orders: Page, order: string, item: number): Locator =>
  orders
    .getByRole("region", { name: `Order ${order}` })
    .locator(".badge-st")
    .nth(item - 1);

/** Records a page's requests, and whether there was none for a second. */
function requestsOf(page: Page) {
  const made: string[] = [];
  const underWay = new Set<Request>();
  let since = Date.now();
  const follow = (request: Request, isUnderWay: boolean) => {
    since = Date.now();
    if (isUnderWay) underWay.add(request);
    else underWay.delete(request);
  };
  page.on("request", (request) => {
    made.push(request.url());
    follow(request, true);
  });
  page.on("requestfinished", (request) => follow(request, false));
  page.on("requestfailed", (request) => follow(request, false));
  return { made, isQuiet: () => underWay.size === 0 && Date.now() - since > 1000 };
}

test("a status that is set or undone shows on the shopper's page, in open details and on the other board", async ({
  openBrowser,
  page,
  shopkeeper,
}) => {
  await picturesMade(shopkeeper); // each ready picture changes the catalogue, which pages refetch
  const shopper = await openBrowser();
  const other = await openBrowser();
  const listeners = [shopper, other].map(requestsOf);
  const { board, orders, order } = await openBoth(page, shopper);
  await signInAsAdmin(other);
  await other.goto(`/admin/order-management?search=${order}`);
  await expect(statusOf(other, order, 1)).toBeVisible();
  await expect(other.getByText("Live", { exact: true })).toBeVisible();
  for (const { isQuiet } of listeners) await expect.poll(isQuiet).toBe(true);
  for (const { made } of listeners) made.length = 0;

  for (const status of ["Shipped", "Delivered", "Packed"]) {
    await set(board, order, 1, status);
    await expect(badge(orders, order, 1)).toHaveText(status);
    await expect(statusOf(other, order, 1)).toHaveText(status);
  }

  await expect(other.getByText(/changed by Karthik Rao/)).toBeVisible();
  await expect(orders.getByText("Just now")).toBeVisible();
  // The announcement for screen readers.
  const heard = orders.getByRole("status").filter({ hasText: new RegExp(`in order ${order} is now packed\\.$`) });
  await expect(heard).toHaveCount(1);
  const calls = listeners.flatMap(({ made }) => made).filter((url) => url.includes("/api/"));
  // After a change the board refetches its counts, with one row, and what is stuck. The event contains the order.
  const counts = (url: string) =>
    new URL(url).searchParams.get("limit") === "1" || new URL(url).pathname === "/api/order/stuck/";
  expect(
    calls.filter((url) => !counts(url)),
    "requests of the listening pages",
  ).toEqual([]);

  await board.getByRole("button", { name: "Undo" }).click();
  await expect(statusOf(other, order, 1)).toHaveText("Delivered");
  await expect(badge(orders, order, 1)).toHaveText("Delivered");
  await orders.getByRole("button", { name: `View Details of order ${order}` }).click();
  const details = orders.getByRole("dialog", { name: `Order ${order}` });
  await expect(details.getByText("Making charge")).toBeVisible();
  await set(board, order, 1, "Shipped");
  await expect(details.locator("li.last")).toHaveText(/Shipped.*\d:\d\d [ap]m$/);
});

test("the portal asks for its data once, and what changes before it is live reaches it", async ({
  openBrowser,
  page: board,
  shopkeeper,
}) => {
  await picturesMade(shopkeeper); // each ready picture changes the catalogue, which pages refetch
  const shopper = await openBrowser();
  const { id: customerId } = await signUp(shopper);
  await call(shopper.request, "POST", "/cart/", { data: { customerId, productId: 6, quantity: 1 } });
  const [line] = await orderCart(shopper.request, customerId);
  if (!line) throw new Error("The order has no line.");
  let connect = () => {};
  const connected = new Promise<void>((done) => {
    connect = done;
  });
  await board.routeWebSocket(/socket\.io/, async (socket) => {
    await connected;
    socket.connectToServer();
  });
  await signInAsAdmin(board);
  const { made, isQuiet } = requestsOf(board);
  await board.goto(`/admin/order-management?search=${line.orderId}`);
  await expect(statusOf(board, String(line.orderId), 1)).toHaveText("Ordered");
  await expect.poll(isQuiet).toBe(true);
  await call(shopkeeper, "POST", "/order/?flag=updateStatus", { data: { id: line.itemId, status: "packed" } });

  connect();

  await expect(statusOf(board, String(line.orderId), 1)).toHaveText("Packed");
  await expect(board.getByText("Live", { exact: true })).toBeVisible();
  const lists = made.filter((url) => url.includes("/api/order/") && url.includes("limit=50"));
  expect(lists.filter((url, place) => lists.indexOf(url) !== place)).toEqual([]);
});

test("a page without its server says how old its data is, and a change arrives although relay, worker and Redis are killed", async ({
  openBrowser,
  page,
}) => {
  const shopper = await openBrowser();
  const { board, orders, order } = await openBoth(page, shopper);
  await set(board, order, 2, "Packed");
  await expect(badge(orders, order, 2)).toHaveText("Packed");

  await halt("web");
  await expect(orders.getByText(/as of \d{1,2}:\d\d/i).first()).toBeVisible();
  await expect(badge(orders, order, 2)).toHaveText("Packed");
  await resume("web");
  await expect(live(orders)).toBeVisible();

  await set(board, order, 2, "Shipped");
  await expect(badge(orders, order, 2)).toHaveText("Shipped");

  await kill("relay");
  await kill("fanout");
  await kill("redis");
  await set(board, order, 2, "Packed");
  await expect(badge(orders, order, 2)).toHaveText("Packed");
});
