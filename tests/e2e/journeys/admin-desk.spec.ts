// Two members of staff at the order desk: who takes care of an order, notes about it, and who else looks at it.

import type { Page } from "@playwright/test";
import { barriers } from "../accessibility";
import { call } from "../client";
import { admin, expect, openDesk, test } from "../shop";

const priya = { email: "orders@swarna.example", password: admin.password };

/** An order with something left to do. */
async function openOrder(page: Page): Promise<number> {
  const orders = await call<{ id: number; items: { status: string }[] }[]>(
    page.request,
    "GET",
    "/order/?flag=allOrders&status=ordered",
  );
  const found = orders.find(({ items }) => items.some(({ status }) => status === "ordered"));
  if (!found) throw new Error("The demo has no order to do.");
  return found.id;
}

test("what one member of staff takes, notes and looks at, the other sees at once", async ({ openBrowser }) => {
  const his = await openDesk(openBrowser, admin);
  const hers = await openDesk(openBrowser, priya);
  const id = await openOrder(his);
  await his.goto(`/admin/order-management?search=${id}`);
  await hers.goto(`/admin/order-management?search=${id}`);
  const row = (page: Page) => page.getByRole("row", { name: new RegExp(`^Select item 1 of order ${id}\\b`) });
  const hands = (page: Page, now: string) =>
    page.getByRole("button", { name: `Assign order ${id}, now ${now}`, exact: true }).first();
  await expect(row(hers)).toBeVisible();

  await row(his).getByRole("checkbox").focus();
  await his.keyboard.press("a");
  await his
    .getByRole("listbox", { name: `Assign order ${id} to` })
    .getByRole("option", { name: "Nobody" })
    .click();
  await expect(hands(hers, "nobody")).toBeVisible();
  await row(hers).getByRole("checkbox").focus();
  await hers.keyboard.press("i");
  await expect(hands(his, "Priya Menon")).toBeVisible();

  await row(hers).getByRole("checkbox").focus();
  await hers.keyboard.press("Enter");
  await expect(hers.getByRole("heading", { name: `Order ${id}`, exact: true })).toBeVisible();
  await expect(row(his).getByTitle("Priya Menon is here too")).toBeVisible();
  await his.goto(`/admin/orders/${id}`);
  await expect(his.getByText("Priya Menon is here too").first()).toBeVisible();
  await expect(hers.getByText("Karthik Rao is here too").first()).toBeVisible();

  await hers.keyboard.press("n");
  await hers.keyboard.type("She rang: no studs.");
  await hers.keyboard.press("Control+Enter");
  await expect(his.getByRole("region", { name: "Notes" }).getByText("She rang: no studs.")).toBeVisible();
  await his.getByRole("button", { name: `Assign order ${id}, now Priya Menon` }).click();
  await his.getByRole("option", { name: "Karthik Rao (me)" }).click();
  await expect(hers.getByRole("button", { name: `Assign order ${id}, now Karthik Rao` })).toBeVisible();

  // A closed tab does not report that its person has left.
  await hers.close();
  await expect(his.getByText("Priya Menon is here too")).toHaveCount(0);
});

test("on a phone, an order's details and its menus are accessible", async ({ openBrowser }) => {
  const page = await openDesk(openBrowser, admin);
  const id = await openOrder(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/admin/orders/${id}`);
  await page.getByRole("button", { name: "Open the details of item 1" }).first().click();
  await page.getByRole("button", { name: `Assign order ${id}` }).click();
  await expect(page.getByRole("option").first()).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.keyboard.press("Escape");
  await page
    .getByRole("combobox", { name: /^Status of / })
    .first()
    .click();
  await expect(page.getByRole("option").first()).toBeInViewport({ ratio: 1 });

  // The columns scroll sideways, and must not cut off what a card opens.
  for (const [width, height] of [
    [390, 844],
    [768, 900],
    [1024, 700],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("/admin/order-management?view=columns");
    const card = page.getByRole("region", { name: "Ordered", exact: true }).locator(".kard").first();
    for (const menu of [card.getByRole("combobox"), card.getByRole("button", { name: /^Assign order/ })]) {
      await menu.click();
      const options = card.getByRole("option");
      await expect(options.nth(3)).toBeVisible();
      for (const option of await options.all()) {
        await expect(option, `at ${width} px`).toBeInViewport({ ratio: 1 });
        await option.click({ trial: true });
      }
      await page.keyboard.press("Escape");
      await expect(options).toHaveCount(0);
    }
  }
});

test("what is stuck leads from the dashboard to its orders, and counts down on all boards", async ({ openBrowser }) => {
  const his = await openDesk(openBrowser, admin);
  const hers = await openDesk(openBrowser, priya);
  const stuck = await call<{ rule: string; orders: number }[]>(his.request, "GET", "/order/stuck/");
  const count = stuck.find(({ rule }) => rule === "ordered")?.orders ?? 0;
  expect(count, "orders of the demo that wait to be packed").toBeGreaterThan(0);
  const chip = (page: Page, orders: number) =>
    page.getByRole("group", { name: "What is stuck" }).getByRole("button", { name: `Ordered over 24 h ${orders}` });
  await hers.goto("/admin/order-management");
  await expect(chip(hers, count)).toHaveAttribute("aria-pressed", "false");

  await his.goto("/admin/dashboard");
  await his.setViewportSize({ width: 390, height: 844 });
  const items = his.getByRole("region", { name: "Items on their way" });
  const board = await items.getByRole("link", { name: "Order board" }).boundingBox();
  const minimise = await items.getByRole("button", { name: "Minimise Items on their way" }).boundingBox();
  expect((board?.x ?? 0) + (board?.width ?? 0), "controls keep their order").toBeLessThan(minimise?.x ?? 0);
  await his.getByRole("link", { name: `Ordered over 24 h ${count}` }).click();
  await expect(chip(his, count)).toHaveAttribute("aria-pressed", "true");
  const [first] = await call<{ id: number; items: { id: number; status: string }[] }[]>(
    his.request,
    "GET",
    "/order/?flag=allOrders&stuck=ordered",
  );
  for (const { id, status } of first?.items ?? []) {
    if (status === "ordered")
      await call(his.request, "POST", "/order/?flag=updateStatus", { data: { id, status: "shipped" } });
  }
  await expect(chip(hers, count - 1)).toBeVisible();
  await expect(chip(his, count - 1)).toBeVisible();

  await chip(his, count - 1).click();
  await expect(chip(his, count - 1)).toHaveAttribute("aria-pressed", "false");
});
