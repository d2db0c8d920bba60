// Products in the portal: imports, bulk changes and pictures, updated live.

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { barriers, colourBarriers } from "../accessibility";
import { picturesMade } from "../client";
import { picture } from "../pictures";
import { expect, halt, kill, type OpenBrowser, resume, signInAsAdmin, test } from "../shop";

const heads =
  "Code,Name,Description,Category,Product type,Vendor,Weight,Making charge,Wastage charge,Discount,Status," +
  "Stock availability,Purchase rate,Purchase gold rate,Purchase date";

// Inactive, so that the storefront's lists of other tests do not change.
const row = (code: string, { weight = "8.5", making = 2500, category = "RINGS", stock = "no" } = {}) =>
  `${code},Journey ${code},"A piece, made here.",${category},general,Ponmani Craft House,${weight},${making},900,0,` +
  `in active,${stock},60000,7000,03/11/2026`;

const csv = (name: string, rows: string[], head = heads) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from([head, ...rows].join("\r\n")),
});

const chooseFile = (page: Page, file: ReturnType<typeof csv>) =>
  page.getByLabel("CSV file of products").setInputFiles(file);

async function anotherAdmin(openBrowser: OpenBrowser, path: string): Promise<Page> {
  const page = await openBrowser();
  page.on("dialog", (dialog) => void dialog.accept());
  await signInAsAdmin(page);
  await page.goto(path);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  return page;
}

test.beforeEach(async ({ page }) => {
  page.on("dialog", (dialog) => void dialog.accept());
  await signInAsAdmin(page);
});

test("the invalid rows of a file are listed with their columns before the import", async ({ page }) => {
  await page.goto("/admin/product");
  await page.getByRole("link", { name: "Import CSV" }).click();
  await chooseFile(
    page,
    csv("bad.csv", [row("JB-1"), row("JB-2", { weight: "none", category: "HATS" }), "JB-3,short"]),
  );
  const told = page.getByRole("region", { name: "What the import does" });
  await expect(told.getByText("2 rows must be mended first")).toBeVisible();
  await expect(told.getByRole("row", { name: /^3 Weight Weight is “none”, which is no number/ })).toBeVisible();
  await expect(told.getByRole("row", { name: "3 Category There is no category “HATS”." })).toBeVisible();
  await expect(told.getByRole("row", { name: /^4 The whole row This row has 2 cells/ })).toBeVisible();
  await expect(told.getByRole("button", { name: /^Import/ })).toHaveText("Import 1 row without the 2 to mend");
  expect(await barriers(page)).toEqual([]);
  await chooseFile(page, { ...csv("stock.xlsx", []), buffer: Buffer.from("PK\u0003\u0004") });
  await expect(page.getByRole("alert")).toContainText("stock.xlsx: This is a workbook.");
  await page.goto("/admin/product?search=JB-");
  await expect(page.getByRole("heading", { name: "No products found" })).toBeVisible();
});

test("valid rows are imported without the invalid ones, which are downloaded with their reasons", async ({ page }) => {
  await page.goto("/admin/product/import");
  await chooseFile(page, csv("half.csv", [row("JG-1"), row("JG-2", { weight: "none" })]));
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download 1 row to mend" }).click();
  const refused = readFileSync(await (await download).path(), "utf8");
  expect(refused).toContain("Journey JG-2");
  expect(refused).toContain("Weight is “none”, which is no number");
  expect(refused).not.toContain("JG-1");
  await page.getByRole("button", { name: "Import 1 row without the one to mend" }).click();
  await expect(page.getByText("1 product added.")).toBeVisible();
  await page.goto("/admin/product?search=JG-");
  await expect(page.getByRole("row", { name: /Journey JG-1/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /Journey JG-2/ })).toHaveCount(0);
});

test("an import shows live on other pages, and a second import changes nothing", async ({ page, openBrowser }) => {
  const other = await anotherAdmin(openBrowser, "/admin/product?search=JI-");
  await expect(other.getByRole("heading", { name: "No products found" })).toBeVisible();
  await expect(other.getByText("None of the products fits this search.")).toBeVisible();
  await page.goto("/admin/product/import");
  // As a European spreadsheet writes it: byte order mark, semicolons, decimal comma.
  const text = `\ufeffCode;Name;Description;Category;Product type;Vendor;Weight;Making charge;Wastage charge;Status;Stock availability;Purchase rate;Purchase gold rate;Purchase date\n`;
  const line = (code: string) =>
    `${code};Journey ${code};Eine Süßwasserperle;Rings;men;Ponmani Craft House;8,5;2500;900;in active;no;60000;7000;2026-11-03\n`;
  const file = { name: "perlen.csv", mimeType: "text/csv", buffer: Buffer.from(text + line("JI-1") + line("JI-2")) };
  await chooseFile(page, file);
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await expect(page.getByText("2 products added.")).toBeVisible();
  await expect(other.getByRole("row", { name: /Journey JI-2/ })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Import another file" }).click();
  await chooseFile(page, file);
  await expect(page.getByText("Every row is in the shop already: there is nothing to import.")).toBeVisible();
  await expect(page.getByRole("row", { name: /perlen\.csv Karthik Rao .* 2 products added/ })).toBeVisible();
});

test("an exported file can be imported again and changes nothing", async ({ page }) => {
  await page.goto("/admin/product");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const path = await (await download).path();
  await page.goto("/admin/product/import");
  await chooseFile(page, { name: "products.csv", mimeType: "text/csv", buffer: readFileSync(path) });
  await expect(page.getByText("Every row is in the shop already: there is nothing to import.")).toBeVisible();
});

test("an import continues after its worker was killed, without duplicate rows", async ({ page }) => {
  const rows = Array.from({ length: 2000 }, (_, number) => row(`JK-${number}`, { category: "CHAINS" }));
  await page.goto("/admin/product/import");
  await chooseFile(page, csv("many.csv", rows));
  await page.getByRole("button", { name: "Import 2,000 rows" }).click();
  const progress = page.getByText(/^(1,)?\d{3} of 2,000 rows$/);
  await expect(progress).toBeVisible();
  await kill("images"); // it serves both queues
  await halt("images"); // it must not end the import before the page is checked
  await expect(progress, "the kill came before the end").toBeVisible();
  await resume("images");
  // The killed worker's delivery is claimed again when its lease ends.
  await expect(page.getByText("2,000 products added.")).toBeVisible({ timeout: 300_000 });
  await page.getByRole("button", { name: "Import another file" }).click();
  await chooseFile(page, csv("many.csv", rows));
  await expect(page.getByText("Every row is in the shop already")).toBeVisible();
});

test("a bulk change updates a shopper's open page", async ({ page, openBrowser }) => {
  await page.goto("/admin/product?search=RG-10");
  const first = page.getByRole("row", { name: /RG-101/ });
  const price = await first.getByText(/^₹/).innerText();
  const shopper = await openBrowser();
  const other = await anotherAdmin(openBrowser, "/admin/product?search=RG-10");
  await shopper.goto("/products?search=" + encodeURIComponent((await first.locator("b").innerText()).slice(0, 6)));
  await expect(shopper.getByText(price).first()).toBeVisible();
  await expect(shopper.getByRole("region", { name: "Gold rate" }).getByText("Live", { exact: true })).toBeVisible();

  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  await page.getByRole("button", { name: "Change them" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Making charge, change by").fill("10");
  await form.getByLabel("Wastage charge, change by").fill("-5");
  await expect(form.getByRole("region", { name: "What changes" })).toContainText("Prices that move");
  expect(await barriers(page)).toEqual([]);
  await form.getByRole("button", { name: /^Change \d+ products$/ }).click();
  await expect(page.getByText(/^\d+ products updated$/)).toBeVisible();
  await expect(first.getByText(/^₹/)).not.toHaveText(price);
  const now = await first.getByText(/^₹/).innerText();
  await expect(other.getByRole("row", { name: /RG-101/ }).getByText(now)).toBeVisible();
  await expect(shopper.getByText(now).first()).toBeVisible();
});

test("the list follows the gold rate without a reload", async ({ page }) => {
  await page.goto("/admin/product?search=RG-102");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const price = page.getByRole("row", { name: /RG-102/ }).getByText(/^₹/);
  const before = await price.innerText();
  const move = (by: number) =>
    page.evaluate(async (by) => {
      const today = new Date().toLocaleDateString("sv", { timeZone: "Asia/Kolkata" });
      const rates: { id: number; date: string; r22kRate: number; r24kRate: number }[] = (
        await (await fetch("/api/goldrate/")).json()
      ).data;
      const rate = rates.find(({ date }) => date <= today);
      if (!rate) throw new Error("The shop has no gold rate.");
      const token = decodeURIComponent(/XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? "");
      const body = JSON.stringify({ r22kRate: rate.r22kRate + by, r24kRate: rate.r24kRate, date: rate.date });
      const headers = { "Content-Type": "application/json", "X-XSRF-TOKEN": token };
      return (await fetch(`/api/goldrate/?id=${rate.id}`, { method: "POST", headers, body })).status;
    }, by);
  expect(await move(7)).toBe(200);
  await expect(price).not.toHaveText(before);
  expect(await move(-7)).toBe(200);
  await expect(price).toHaveText(before);
});

test("pictures are chosen, pasted, dropped and reordered, and an invalid one is reported", async ({
  page,
  shopkeeper,
}) => {
  await picturesMade(shopkeeper);
  await page.goto("/admin/product?search=RG-103");
  await page.getByRole("button", { name: /^Edit / }).click();
  const form = page.getByRole("dialog");
  const tiles = form.locator(".tiles > li");
  await expect(tiles.first()).toBeVisible();
  const there = await tiles.count();
  const ready = form.getByText("Ready", { exact: true });
  const readyBefore = await ready.count(); // the demo's pictures have no renditions here
  await form.getByLabel("Images").setInputFiles([picture("one.png", 10), picture("two.png", 90)]);
  await handOver(page, "paste", picture("three.png", 170));
  await handOver(page, "drop", picture("four.png", 230));
  await expect(tiles).toHaveCount(there + 4);
  await form.getByRole("button", { name: "Move four.png earlier" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(tiles.nth(there + 1)).toContainText("four.png");
  // Scrolling after the button is pressed would drag another tile.
  await form.locator(".tiles").scrollIntoViewIfNeeded();
  await tiles.nth(there + 3).dragTo(tiles.first());
  await expect(tiles.first()).toContainText("three.png");
  expect(await barriers(page)).toEqual([]);
  await form.getByRole("button", { name: "Save Product" }).click();
  await expect(page.getByText("Product updated successfully")).toBeVisible();
  await page.getByRole("button", { name: /^Edit / }).click();
  await expect(ready).toHaveCount(readyBefore + 4);
  await form
    .getByRole("button", { name: /^Remove picture/ })
    .first()
    .click();
  await expect(page.getByText("Image deleted successfully")).toBeVisible();
  await expect(tiles).toHaveCount(there + 3);
  await form.getByLabel("Images").setInputFiles({ ...picture("torn.png", 5), buffer: Buffer.from("no picture") });
  await form.getByRole("button", { name: "Save Product" }).click();
  await expect(form.getByRole("alert").filter({ hasText: "torn.png:" })).toBeVisible();
});

/** Gives a file to the open form by paste or by drop. */
const handOver = (page: Page, way: "paste" | "drop", { name, buffer }: ReturnType<typeof picture>) =>
  page.evaluate(
    ([way, name, content]) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], name, { type: "image/png" }));
      const options = { bubbles: true, cancelable: true };
      if (way === "paste") document.dispatchEvent(new ClipboardEvent("paste", { ...options, clipboardData: data }));
      else
        document
          .querySelector(".modal .drop")
          ?.dispatchEvent(new DragEvent("drop", { ...options, dataTransfer: data }));
    },
    [way, name, buffer.toString("base64")] as const,
  );

test("the product forms are accessible in both themes", async ({ page }) => {
  const check = async () => {
    await page.evaluate(() => document.documentElement.setAttribute("data-bs-theme", "light"));
    expect(await barriers(page)).toEqual([]);
    await page.evaluate(() => document.documentElement.setAttribute("data-bs-theme", "dark"));
    expect(await colourBarriers(page)).toEqual([]);
  };
  await page.goto("/admin/product?search=RG-10");
  await page.getByRole("checkbox", { name: /^Select .*RG-101/ }).check();
  await check();
  await page
    .getByRole("button", { name: /^Edit / })
    .first()
    .click();
  await page
    .getByRole("dialog")
    .getByRole("textbox", { name: /^Weight/ })
    .fill("12");
  await check();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Change them" }).click();
  await page.getByRole("dialog").getByLabel("Stock availability").selectOption("yes");
  await expect(page.getByRole("region", { name: "What changes" })).toContainText("Products that change");
  await check();
});
