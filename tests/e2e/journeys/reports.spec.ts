// The reports of a month: their sums on the page and in a file are those of the API.

import { readFile } from "node:fs/promises";
import { call } from "../client";
import { expect, signInAsAdmin, test } from "../shop";

interface Report {
  month: string;
  gst: { invoices: { total: number }; tax: number };
  money: { kept: number };
}

const rupees = (amount: number) =>
  new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" }).format(amount);

test("an accountant reads a month and takes its GST along as a file", async ({ page, shopkeeper }) => {
  await signInAsAdmin(page);
  await page.goto("/admin/dashboard");
  await page.getByRole("link", { name: "Reports" }).click();
  await expect(page.getByText("Adds up with the ledger, to the paisa")).toBeVisible();
  const report = await call<Report>(shopkeeper, "GET", "/report/");
  await expect(page.getByRole("region", { name: "Totals" })).toContainText(rupees(report.gst.tax));
  await expect(page.getByText("Kept, as the ledger has it").locator("+ dd")).toHaveText(rupees(report.money.kept));

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV of GST by state" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toContain(`gst-${report.month}`);
  const rows = (await readFile(await file.path(), "utf8")).trim().split("\n").slice(1);
  const values = rows.filter((row) => row.startsWith('"invoice"')).map((row) => Number(row.trim().split('"').at(-2)));
  expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(report.gst.invoices.total, 2);

  await page.getByRole("button", { name: "Month before" }).click();
  await expect(page).toHaveURL(/month=20/);
  await expect(page.getByText(/closed on 1/)).toBeVisible();

  const month = await page.getByLabel("Month", { exact: true }).locator("option:checked").innerText();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("paragraph").getByText(month, { exact: true })).toBeVisible();
  await expect(page.getByText(/closed on 1/)).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  for (const sum of await page.locator("tfoot").all()) await expect(sum).toHaveCSS("display", "table-row-group");
});
