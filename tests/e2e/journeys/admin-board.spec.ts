// The order board: concurrent admins, undo, long lists, and the sizes of rows, cards and bars.

import type { Locator, Page } from "@playwright/test";
import { call, orderCart } from "../client";
import { expect, type OpenBrowser, signInAsAdmin, signInAsShopper, test } from "../shop";

const statuses = ["ordered", "packed", "shipped", "delivered"] as const;

interface Order {
  id: number;
  currentStatus: string;
  items: { itemId: number; status: string; version: number }[];
}

const statusOf = (board: Page, order: number, item = 1) =>
  board.getByRole("combobox", { name: `Status of item ${item} of order ${order}` });

const word = (status: string) => status.charAt(0).toUpperCase() + status.slice(1);

/** Expects that an undo is saved. The control has the status at once, and is disabled meanwhile. */
async function expectBack(control: Locator, status: string): Promise<void> {
  await expect(control).toHaveText(status);
  await expect(control).toBeEnabled();
  await expect(control).toHaveText(status);
}

/** A request that changes a status. */
const isChange = ({ searchParams }: URL) => searchParams.get("flag") === "updateStatus";

const heightOf = async (row: Locator) => (await row.boundingBox())?.height;

async function openBoard(openBrowser: OpenBrowser, address = "/admin/order-management"): Promise<Page> {
  // Tall enough for all rows of the test: the board renders only the visible ones.
  const page = await openBrowser({ width: 1280, height: 2000 });
  await signInAsAdmin(page);
  await page.goto(address);
  await expect(page.getByRole("table", { name: "Order items" }).or(page.locator(".kan"))).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  return page;
}

test("after two hundred concurrent changes the pages of two admins and a shopper equal the database", async ({
  openBrowser,
  page,
  shopkeeper,
}) => {
  const { id } = await signInAsShopper(page);
  const orders = (await call<Order[]>(shopkeeper, "GET", "/order/?flag=allOrders")).slice(0, 8);
  const own = await call<{ orderId: number }[]>(shopkeeper, "GET", `/order/?customerId=${id}`);
  const shoppers = orders.find((order) => own.some(({ orderId }) => orderId === order.id));
  await page.goto("/my-orders");
  await expect(page.getByRole("main").getByText("Live", { exact: true })).toBeVisible();
  const [table, columns] = await Promise.all([
    openBoard(openBrowser),
    openBoard(openBrowser, "/admin/order-management?view=columns"),
  ]);
  const loads: string[] = [];
  for (const each of [page, table, columns]) each.on("load", () => loads.push(each.url()));

  const items = orders.flatMap((order) => order.items).filter(({ status }) => status !== "cancelled");
  const change = (number: number) => {
    const { itemId } = items[(number * 5) % items.length] as Order["items"][number];
    const status = statuses[(number * 7 + (number >> 2)) % statuses.length];
    return call(shopkeeper, "POST", "/order/?flag=updateStatus", { data: { id: itemId, status } });
  };
  for (let number = 0; number < 200; number += 4)
    await Promise.all([0, 1, 2, 3].map((beside) => change(number + beside)));

  const now = await call<Order[]>(shopkeeper, "GET", "/order/?flag=allOrders");
  for (const order of now.filter(({ id }) => orders.some((known) => known.id === id)))
    for (const [at, { status }] of order.items.entries())
      if (status !== "cancelled") await expect(statusOf(table, order.id, at + 1)).toHaveText(word(status));
  for (const status of statuses) {
    const count = now.flatMap((order) => order.items).filter((item) => item.status === status).length;
    await expect(table.getByRole("button", { name: `${word(status)} ${count}`, exact: true })).toBeVisible();
    await expect(columns.getByRole("region", { name: word(status), exact: true }).locator("header .num")).toHaveText(
      `${count}`,
    );
  }
  const mine = now.find((order) => order.id === shoppers?.id);
  const badges = page.getByRole("region", { name: `Order ${mine?.id}` }).locator(".badge-st");
  await expect(badges).toHaveText(mine?.items.map(({ status }) => word(status)) ?? []);
  expect(loads, "pages that were loaded again").toEqual([]);
});

test("new rows are held back while the page is scrolled, and inserted on request", async ({ openBrowser, page }) => {
  await signInAsAdmin(page);
  await page.goto("/admin/order-management");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.locator("tbody [role=combobox]").first().waitFor();
  await page.mouse.wheel(0, 900);
  await expect.poll(() => page.evaluate(() => window.scrollY), "the wheel has come to rest").toBe(900);
  await expect(page.locator("tr[data-at='18']")).toBeInViewport();
  const place = async () => (await page.locator("tr[data-at='18']").boundingBox())?.y;
  const before = await place();
  const shopper = await openBrowser();
  const { id } = await signInAsShopper(shopper);
  await call(shopper.request, "POST", "/cart/", { data: { customerId: id, productId: 6, quantity: 1 } });
  const [line] = await orderCart(shopper.request, id);
  await expect(page.getByRole("button", { name: "Show now" })).toBeVisible();
  expect(await place()).toBe(before);
  await page.getByRole("button", { name: "Show now" }).click();
  await page.mouse.wheel(0, -2000);
  await expect(page.getByRole("button", { name: `Details of order ${line?.orderId}` })).toBeVisible();
});

test("the list stays in its place when counts get longer, and when the answer for many rows comes", async ({
  page,
}) => {
  await signInAsAdmin(page);
  const counts = { ordered: 8, packed: 8, shipped: 8, delivered: 8, cancelled: 8 };
  await page.route(
    ({ searchParams }) => searchParams.get("flag") === "allOrders" && searchParams.get("limit") === "1",
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), counts } });
    },
  );
  await page.route(isChange, (route) => route.abort());
  const filters = page.locator(".filterbar");
  const boxes = page.locator("tbody").getByRole("checkbox");
  const heights = async (widths: number[]) => {
    const found: unknown[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expect(boxes.nth(7)).toBeVisible();
      found.push(await heightOf(filters));
    }
    return found;
  };
  await page.goto("/admin/order-management");
  await expect(page.getByRole("button", { name: "Packed 8", exact: true })).toBeVisible();
  const before = await heights([1280, 1440]);
  Object.assign(counts, { ordered: 2345, packed: 2345, shipped: 2345, delivered: 23_456, cancelled: 2345 });
  await page.reload();
  await expect(page.getByRole("button", { name: "Packed 2345", exact: true })).toBeVisible();
  expect(await heights([1280, 1440])).toEqual(before);

  const bar = page.getByRole("region", { name: "Selected items" });
  const delivered = bar.getByRole("button", { name: "Delivered" });
  const shape = async () => [await heightOf(bar), (await delivered.boundingBox())?.x];
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (let place = 0; place < 8; place++) await boxes.nth(place).check();
    const unanswered = await shape();
    await delivered.click();
    await expect(bar.locator(".words")).toHaveAttribute("title", /set to Delivered, /);
    await expect(delivered).toBeEnabled();
    expect(await shape(), `at ${width} px`).toEqual(unanswered);
    await bar.getByRole("button", { name: /^(Clear|Deselect)/ }).click();
  }
});

test("rows and cards keep their height beside a failed or refused save, and bars stay low", async ({
  page,
  shopkeeper,
}) => {
  await signInAsAdmin(page);
  const fail = async (row: Locator) => {
    await page.route(isChange, (route) => route.abort(), { times: 1 });
    await expect(row.getByRole("combobox")).toBeVisible();
    const before = await heightOf(row);
    await row.getByRole("combobox").click();
    // Setting packed may ask for a HUID first.
    await row
      .getByRole("option", { name: /Shipped|Delivered/, selected: false })
      .first()
      .click();
    const retry = row.getByRole("button", { name: /^Retry/ });
    await expect(retry).toBeVisible();
    // On a phone the claims above may leave half of the row below the window.
    if (page.viewportSize()?.width === 390) await row.evaluate((each) => each.scrollIntoView({ block: "center" }));
    await expect(retry).toBeInViewport({ ratio: 1 });
    expect(await heightOf(row)).toBe(before);
  };
  const open = async (width: number, view: string) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/admin/order-management?view=${view}`);
  };

  await open(1280, "table");
  await test.step("a status that another admin set meanwhile is not overwritten silently", async () => {
    const row = page.locator("tbody tr").first();
    const control = row.getByRole("combobox");
    await expect(control).toBeVisible();
    const height = await heightOf(row);
    const before = await control.innerText();
    // Setting packed may ask for a HUID first.
    const [to = "", theirs = ""] = ["Shipped", "Delivered", "Ordered"].filter((status) => status !== before);
    await page.route(
      isChange,
      async (route) => {
        const { id } = route.request().postDataJSON() as { id: number };
        await call(shopkeeper, "POST", "/order/?flag=updateStatus", { data: { id, status: theirs.toLowerCase() } });
        await route.continue();
      },
      { times: 1 },
    );
    await control.click();
    await row.getByRole("option", { name: to, exact: true }).click();
    await expect(page.getByText(`Not saved: Karthik Rao set ${theirs}`)).toBeVisible();
    await expect(control).toHaveText(theirs);
    expect(await heightOf(row), "the row with the note").toBe(height);
    const cut = await row
      .locator(".note > *")
      .evaluateAll((parts) =>
        parts
          .filter((part) => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight)
          .map((part) => part.textContent),
      );
    expect(cut, "what the note does not show in full").toEqual([]);
    await page.getByRole("button", { name: /all the same/ }).click();
    await expect(control).toHaveText(to);
  });
  await fail(page.locator("tbody tr").nth(1));
  for (const [width, height] of [
    [720, 450],
    [640, 360],
    [1440, 400],
    [1440, 505],
    [1440, 650],
  ] as const) {
    await page.setViewportSize({ width, height });
    const taken = () =>
      page.evaluate(() => {
        window.scrollTo(0, 1000);
        const bars = [...document.querySelectorAll(".top, .board-strip, .grid-t thead")];
        const shown = bars.map((bar) => bar.getBoundingClientRect());
        return shown.reduce((sum, { top, bottom }) => sum + Math.max(0, bottom - Math.max(top, 0)), 0);
      });
    await expect.poll(taken, `at ${width} by ${height}`).toBeGreaterThan(60);
    expect(await taken(), `at ${width} by ${height}`).toBeLessThanOrEqual(height / 4);
  }
  await open(390, "table");
  await fail(page.locator("tbody tr:not(.room)").first());
  await open(1440, "columns");
  await fail(page.locator(".kard").first());

  await expect(page.locator(".kard .price").first()).toBeVisible();
  const outside = await page.locator(".kard").evaluateAll((cards) =>
    cards.flatMap((card) => {
      const edge = card.getBoundingClientRect().right;
      const parts = [...card.querySelectorAll(".h > *, .f > *")];
      return parts.filter((part) => part.getBoundingClientRect().right > edge).map(() => card.textContent);
    }),
  );
  expect(outside).toEqual([]);
  const alone = await page.locator(".kard:has([role=combobox])").evaluateAll((cards) => {
    const middle = (part: Element | null) => {
      const { top, bottom } = part?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
      return (top + bottom) / 2;
    };
    const isAlone = (card: Element) =>
      Math.abs(middle(card.querySelector("[role=combobox]")) - middle(card.querySelector(".order-no"))) > 2;
    return cards.filter(isAlone).map((card) => card.textContent);
  });
  expect(alone, "menus that do not stand beside the order's number").toEqual([]);
});

test("another admin's change reaches a filtered list and an open order, where a status is set and undone", async ({
  page,
  shopkeeper,
}) => {
  const [order] = await call<Order[]>(shopkeeper, "GET", "/order/?flag=allOrders&limit=1");
  const itemId = order?.items[0]?.itemId;
  const set = (status: string) =>
    call(shopkeeper, "POST", "/order/?flag=updateStatus", { data: { id: itemId, status } });
  await set("ordered");
  await signInAsAdmin(page);
  await page.goto("/admin/order-management?status=ordered");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const inList = statusOf(page, order?.id as number);
  await expect(inList).toHaveText("Ordered");
  await set("packed");
  await expect(inList).toHaveCount(0);

  await page.goto(`/admin/order-management?search=nobody-of-this-name&order=${order?.id}`);
  const sheet = page.getByRole("dialog", { name: `Order ${order?.id}` });
  const control = sheet.getByRole("combobox").first();
  await expect(control).toHaveText("Packed");
  await control.click();
  await set("shipped");
  await expect(control).toHaveText("Shipped");
  await sheet.getByRole("option", { name: "Delivered", exact: true }).click();
  const undo = sheet.getByText(`Order ${order?.id} set to Delivered`);
  await expect(undo).toBeVisible();
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 });
    for (const shown of [...["Close", "Print"].map((name) => sheet.getByRole("button", { name, exact: true })), undo])
      await expect(shown).toBeInViewport({ ratio: 1 });
  }
  await page.keyboard.press("Control+z");
  await expectBack(control, "Shipped");

  // On paper: the status as a text, and neither buttons nor forms.
  await page.emulateMedia({ media: "print" });
  await expect(control).toHaveText("Shipped");
  await expect(control).toHaveCSS("border-top-width", "0px");
  for (const role of ["button", "textbox", "checkbox"] as const) await expect(sheet.getByRole(role)).toHaveCount(0);
  await expect(sheet.locator("form:visible")).toHaveCount(0);
});

test("an undone status leaves no trace for the shopper, who sees the order's status text", async ({
  openBrowser,
  page,
  shopkeeper,
}) => {
  const { id } = await signInAsShopper(page);
  await call(page.request, "POST", "/cart/", { data: { customerId: id, productId: 9, quantity: 2 } });
  const [line] = await orderCart(page.request, id);
  await page.goto("/my-orders");
  const card = page.getByRole("region", { name: `Order ${line?.orderId}` });
  await expect(page.getByRole("main").getByText("Live", { exact: true })).toBeVisible();
  const staff = await openBoard(openBrowser, `/admin/order-management?order=${line?.orderId}`);
  const sheet = staff.getByRole("dialog", { name: `Order ${line?.orderId}` });
  await sheet.getByRole("combobox").first().click();
  await sheet.getByRole("option", { name: "Packed", exact: true }).click();
  await expect(card.locator(".badge-st")).toHaveText("Packed");
  await sheet.getByRole("button", { name: "Undo" }).click();
  await expect(card.locator(".badge-st")).toHaveText("Ordered");
  await expect(card.locator(".steps li.done")).toHaveCount(1);
  await expect(sheet.getByText("Undo: Packed to Ordered")).toBeVisible();
  const [own] = await call<{ packedAt: string | null; history: object[] }[]>(
    page.request,
    "GET",
    `/order/?customerId=${id}`,
  );
  expect([own?.packedAt, own?.history.length]).toEqual([null, 1]);

  const words = "At the engraver until Friday";
  await call(shopkeeper, "POST", `/order/?id=${line?.orderId}`, { data: { currentStatus: words } });
  await expect(card.getByText(words)).toBeVisible();
  await expect(sheet.getByText(words)).toBeVisible();
  await staff.setViewportSize({ width: 1280, height: 900 });
  const height = (await sheet.locator(".modal-content").boundingBox())?.height ?? 0;
  expect(height).toBeLessThanOrEqual((staff.viewportSize()?.height ?? 0) * 0.7 + 1);
});
