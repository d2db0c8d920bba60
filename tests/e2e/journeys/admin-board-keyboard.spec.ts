// The board by keyboard and by drag and drop: focus after a change, several statuses at once, and a dragged card.

import type { Page } from "@playwright/test";
import { isFocusCovered } from "../accessibility";
import { asVisited, expect, signInAsAdmin, test } from "../shop";

test.use(asVisited);

const board = "/admin/order-management";

async function openBoard(page: Page, query = ""): Promise<void> {
  await signInAsAdmin(page);
  await page.goto(`${board}${query}`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.locator(".board-view [role=combobox]").first().waitFor();
}

/** The index of the focused row. */
const rowWithFocus = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>("[data-at]")?.dataset.at);

test("the focus stays on the row after a change, an undo, a retry, and a change of several rows", async ({ page }) => {
  await openBoard(page, "?sort=oldest"); // the first of them are not cancelled
  const controls = page.locator("tbody [role=combobox]");
  const before = await controls.nth(1).innerText();
  const key = before === "Shipped" ? "4" : "3";
  await controls.nth(1).focus();
  await page.keyboard.press(key);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect(controls.nth(1)).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(controls.nth(1)).toHaveText(before);
  await expect(controls.nth(1), "the undo is saved").toBeEnabled();
  await expect(controls.nth(1)).toBeFocused();
  await expect(controls.nth(1)).toHaveText(before);
  await page.keyboard.press("j");
  await expect(controls.nth(2)).toBeFocused();

  await page.route(/updateStatus/, (route) => route.abort(), { times: 1 });
  const other = (await controls.nth(2).innerText()) === "Packed" ? "1" : "2";
  await page.keyboard.press(other);
  const retry = page.getByRole("button", { name: /^Retry item/ });
  await retry.focus();
  await page.keyboard.press("Enter");
  await expect(retry).toHaveCount(0);
  await expect(controls.nth(2)).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => rowWithFocus(page)).toBe("2");
  await page.keyboard.press("k");
  await expect(controls.nth(1)).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(controls.nth(1)).toBeFocused();

  const bar = page.getByRole("region", { name: "Selected items" });
  const selected = [0, 1].map((at) => page.locator(`tr[data-at='${at}'] [role=combobox]`));
  await page.evaluate(() => window.scrollTo(0, 0));
  await selected[0]?.focus();
  const statuses = () => Promise.all(selected.map((control) => control.innerText()));
  const were = await statuses();
  for (const key of ["x", "j", "x"]) await page.keyboard.press(key);
  await expect(page.getByText("2 items selected")).toBeVisible();
  await bar.getByRole("button", { name: "Packed" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect.poll(statuses).toEqual(["Packed", "Packed"]);
  await page.keyboard.press("Control+z");
  await expect.poll(statuses).toEqual(were);
});

test("the focused row is not under the bars, and a focused control of the bars scrolls nothing", async ({ page }) => {
  await openBoard(page, "?sort=oldest");
  await page.locator("tr[data-at='13'] [role=combobox]").focus();
  await page.mouse.wheel(0, 700);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(700);
  for (let at = 12; at > 3; at -= 1) {
    await page.keyboard.press("k");
    await expect.poll(() => rowWithFocus(page)).toBe(`${at}`);
    expect(await isFocusCovered(page), `row ${at}`).toBe(false);
  }
  await page.keyboard.press("x");
  const scrolled = await page.evaluate(() => window.scrollY);
  await page.getByRole("region", { name: "Selected items" }).getByRole("button").first().focus();
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
});

test("a dragged card follows the pointer, and a placeholder marks its target", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await openBoard(page, "?view=columns");
  // Nothing is asked before a packed piece is shipped.
  const card = page.getByRole("region", { name: "Packed" }).locator(".kard").first();
  const name = await card.getByRole("combobox").getAttribute("aria-label");
  const box = await card.boundingBox();
  if (!box) throw new Error("the card is not drawn");
  await page.mouse.move(box.x + 60, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y + 40, { steps: 4 });
  const shipped = page.getByRole("region", { name: "Shipped" });
  const goal = await shipped.boundingBox();
  await page.mouse.move((goal?.x ?? 0) + 160, box.y + 60, { steps: 10 });
  const lifted = page.locator(".kard.lifted");
  await expect(lifted).toBeVisible();
  const at = await lifted.evaluate(({ offsetLeft, offsetTop }: HTMLElement) => [offsetLeft, offsetTop]);
  expect(at).toEqual([Math.round((goal?.x ?? 0) + 160 - 60), Math.round(box.y + 60 - 20)]);
  await expect(page.locator(".kard.drag")).toHaveCount(1);
  await expect(shipped.locator(".kard-place")).toBeVisible();
  await page.mouse.up();
  await expect(lifted).toHaveCount(0);
  const moved = shipped.getByRole("combobox", { name: name ?? "", exact: true });
  await expect(moved).toBeVisible();
  await expect
    .poll(() => moved.evaluate((element) => element.closest("li")?.contains(document.activeElement)))
    .toBe(true);
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("region", { name: "Packed" }).getByRole("combobox", { name: name ?? "" })).toBeVisible();
});
