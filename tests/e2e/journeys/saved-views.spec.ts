// Saved views of a list: filters under a name, shared with colleagues, opened by a key or with the list.

import { barriers } from "../accessibility";
import { admin, expect, openDesk, test } from "../shop";

const priya = { email: "orders@swarna.example", password: admin.password };

test("a view that one saves and shares, a colleague opens by a key at once", async ({ openBrowser }) => {
  const his = await openDesk(openBrowser, admin);
  const hers = await openDesk(openBrowser, priya);
  await hers.goto("/admin/order-management");
  await expect(hers.getByRole("button", { name: "All orders" })).toHaveAttribute("aria-pressed", "true");
  await his.goto("/admin/order-management");
  const packed = his.getByRole("group", { name: "Status" }).getByRole("button", { name: "Packed" });
  await packed.click();
  await expect(packed).toHaveAttribute("aria-pressed", "true");
  await his.getByRole("combobox", { name: "Sort by" }).selectOption("oldest");
  await his.getByRole("button", { name: "Save view" }).click();
  await his.keyboard.type("Morning courier");
  await his.keyboard.press("Enter");
  const tab = (page: typeof his, name = "Morning courier") =>
    page.getByRole("group", { name: "Views" }).getByRole("button", { name });
  await expect(tab(his)).toHaveAttribute("aria-pressed", "true");
  await expect(tab(hers)).toHaveCount(0);
  const savedFilters = /sort=oldest&status=packed|status=packed&sort=oldest/;

  await his.getByRole("button", { name: "View Morning courier" }).click();
  const isShared = his.getByRole("checkbox", { name: "Shared with all who see this list" });
  await isShared.click();
  await expect(isShared).toBeChecked();
  await expect(tab(hers)).toBeVisible();
  await hers.keyboard.press("Alt+4");
  await expect(hers).toHaveURL(savedFilters);
  await expect(tab(hers)).toHaveAttribute("aria-pressed", "true");
  await hers.getByRole("button", { name: "View Morning courier" }).click();
  await expect(hers.getByText("Karthik Rao shares this view, and can change it.")).toBeVisible();
  const isDefault = hers.getByRole("checkbox", { name: "Open this list with it" });
  await isDefault.click();
  await expect(isDefault).toBeChecked();
  expect(await barriers(hers)).toEqual([]);
  await hers.goto("/admin/dashboard");
  await hers.getByRole("link", { name: "Order Management" }).click();
  await expect(hers).toHaveURL(savedFilters);

  await his.getByRole("button", { name: "Rename" }).click();
  await his.getByRole("textbox", { name: "Name" }).fill("Evening courier");
  await his.keyboard.press("Enter");
  await expect(tab(hers, "Evening courier")).toHaveAttribute("aria-pressed", "true");
  await his.getByRole("button", { name: "View Evening courier" }).click();
  await his.getByRole("button", { name: "Delete" }).click();
  await his.getByRole("button", { name: "Remove" }).click();
  await expect(tab(hers, "Evening courier")).toHaveCount(0);

  // Every list has views; on a phone the tabs scroll.
  await hers.setViewportSize({ width: 390, height: 844 });
  await hers.goto("/admin/returns?status=approved");
  await hers.getByRole("button", { name: "Save view" }).click();
  await hers.keyboard.type("On their way");
  await hers.keyboard.press("Enter");
  await expect(tab(hers, "On their way")).toHaveAttribute("aria-pressed", "true");
  expect(await hers.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  expect(await barriers(hers)).toEqual([]);
});
