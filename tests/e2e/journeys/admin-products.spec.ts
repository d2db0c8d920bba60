// Products in the portal: imports, bulk changes and pictures, updated live.

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { barriers, colourBarriers } from "../accessibility";
import { moveRate, picturesMade } from "../client";
import { picture } from "../pictures";
import { expect, type OpenBrowser, signInAsAdmin, test } from "../shop";

const chooseFile = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.getByLabel("CSV file of products").setInputFiles(file);

/** Runs all rules in the light theme, and those about colours in the dark one. */
async function check(page: Page): Promise<void> {
  expect(await barriers(page)).toEqual([]);
  await page.evaluate(() => document.documentElement.setAttribute("data-bs-theme", "dark"));
  expect(await colourBarriers(page)).toEqual([]);
  await page.evaluate(() => document.documentElement.setAttribute("data-bs-theme", "light"));
}

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

test("an import names invalid rows, takes the valid ones, shows live on other pages and changes nothing twice", async ({
  page,
  openBrowser,
}) => {
  const other = await anotherAdmin(openBrowser, "/admin/product?search=JG-");
  await expect(other.getByText("None of the products fits this search.")).toBeVisible();
  await page.goto("/admin/product/import");
  await chooseFile(page, { name: "stock.xlsx", mimeType: "text/csv", buffer: Buffer.from("PK\u0003\u0004") });
  await expect(page.getByRole("alert")).toContainText("stock.xlsx: This is a workbook.");
  // As a European spreadsheet writes it: byte order mark, semicolons, decimal comma.
  const text = `\ufeffCode;Name;Description;Category;Product type;Vendor;Weight;Making charge;Wastage charge;Status;Stock availability;Purchase rate;Purchase gold rate;Purchase date\n`;
  const line = (code: string, weight = "8,5", category = "Rings") =>
    `${code};Journey ${code};Eine Süßwasserperle;${category};men;Ponmani Craft House;${weight};2500;900;in active;no;60000;7000;2026-11-03\n`;
  const rows = [line("JG-1"), line("JG-2", "none", "HATS"), "JG-3;short\n"];
  const file = { name: "perlen.csv", mimeType: "text/csv", buffer: Buffer.from(text + rows.join("")) };
  await chooseFile(page, file);
  const told = page.getByRole("region", { name: "What the import does" });
  await expect(told.getByRole("row", { name: /^3 Weight Weight is “none”, which is no number/ })).toBeVisible();
  await expect(told.getByRole("row", { name: "3 Category There is no category “HATS”." })).toBeVisible();
  await expect(told.getByRole("row", { name: /^4 The whole row This row has 2 cells/ })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download 2 rows to mend" }).click();
  const refused = readFileSync(await (await download).path(), "utf8");
  expect(refused).toContain("Journey JG-2");
  expect(refused).toContain("Weight is “none”, which is no number");
  expect(refused).not.toContain("JG-1");

  await page.getByRole("button", { name: "Import 1 row without the 2 to mend" }).click();
  await expect(page.getByText("1 product added.")).toBeVisible();
  await expect(other.getByRole("row", { name: /Journey JG-1/ })).toBeVisible();
  await expect(other.getByRole("row", { name: /Journey JG-[23]/ })).toHaveCount(0);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Import another file" }).click();
  await chooseFile(page, { ...file, buffer: Buffer.from(text + line("JG-1")) });
  await expect(page.getByText("Every row is in the shop already: there is nothing to import.")).toBeVisible();
  await expect(page.getByRole("row", { name: /perlen\.csv Karthik Rao .* 1 product added/ })).toBeVisible();
});

test("a bulk change and a gold rate update the list, and a shopper's open page", async ({
  page,
  openBrowser,
  shopkeeper,
}) => {
  await page.goto("/admin/product?search=RG-10");
  const first = page.getByRole("row", { name: /RG-101/ });
  const price = await first.getByText(/^₹/).innerText();
  const shopper = await openBrowser();
  const other = await anotherAdmin(openBrowser, "/admin/product?search=RG-10");
  await shopper.goto(`/products?search=${encodeURIComponent((await first.locator("b").innerText()).slice(0, 6))}`);
  await expect(shopper.getByText(price).first()).toBeVisible();
  await expect(shopper.getByRole("region", { name: "Gold rate" }).getByText("Live", { exact: true })).toBeVisible();

  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  await check(page);
  await page.getByRole("button", { name: "Change them" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Making charge, change by").fill("10");
  await form.getByLabel("Wastage charge, change by").fill("-5");
  await expect(form.getByRole("region", { name: "What changes" })).toContainText("Prices that move");
  await check(page);
  await form.getByRole("button", { name: /^Change \d+ products$/ }).click();
  await expect(page.getByText(/^\d+ products updated$/)).toBeVisible();
  await expect(first.getByText(/^₹/)).not.toHaveText(price);
  const now = await first.getByText(/^₹/).innerText();
  await expect(other.getByRole("row", { name: /RG-101/ }).getByText(now)).toBeVisible();
  await expect(shopper.getByText(now).first()).toBeVisible();

  await moveRate(shopkeeper, 7);
  await expect(first.getByText(/^₹/)).not.toHaveText(now);
  await moveRate(shopkeeper, -7);
  await expect(first.getByText(/^₹/)).toHaveText(now);
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
  await check(page);
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
