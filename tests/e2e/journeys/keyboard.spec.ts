// The whole purchase without a mouse, with a visible focus on every control.

import type { Locator, Page } from "@playwright/test";
import { drawn, expect, shopper, signUpAndLeave, test } from "../shop";

/** Presses Tab until the control has the focus, and checks that the focus is visible. */
async function reach(page: Page, control: Locator): Promise<void> {
  const isThere = () => control.evaluate((element) => element === document.activeElement);
  await expect(control).toBeVisible();
  for (let steps = 0; steps < 200 && !(await isThere()); steps += 1) await page.keyboard.press("Tab");
  await expect(control).toBeFocused();
  const { outlineStyle, boxShadow } = await control.evaluate((element) => {
    const shown = element.closest(".searchbox") ?? element;
    const { outlineStyle, boxShadow } = getComputedStyle(shown);
    return { outlineStyle, boxShadow };
  });
  expect(outlineStyle !== "none" || boxShadow !== "none", "the focus shows").toBe(true);
}

/** Reloads and waits for the live page: most controls of the served one take no focus. */
async function reload(page: Page): Promise<void> {
  await page.reload();
  await drawn(page);
}

async function press(page: Page, control: Locator): Promise<void> {
  await reach(page, control);
  await page.keyboard.press("Enter");
}

async function fill(page: Page, label: string, text: string): Promise<void> {
  await reach(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

/** Types the choice. The browser forgets the typed letters after a pause of a second, so this is repeated. */
async function choose(page: Page, label: string, text: string): Promise<void> {
  const list = page.getByLabel(label, { exact: true });
  await reach(page, list);
  await expect(async () => {
    await page.keyboard.type(text);
    await expect(list).toHaveValue(text, { timeout: 2000 });
  }).toPass();
}

test("a product is found, ordered and tracked by keyboard alone", async ({ page }) => {
  const { email } = await signUpAndLeave(page, "Kavya Menon");
  await page.goto("/");
  await drawn(page);

  await press(page, page.getByRole("link", { name: "Skip to the content" }));
  await expect(page.getByRole("main")).toBeFocused();
  await reload(page);
  await reach(page, page.getByRole("combobox", { name: "Search the shop" }));
  const found = page.waitForResponse(/search=padm&/);
  await page.keyboard.type("padm");
  await found; // the results of the first letters alone are replaced
  const option = page.getByRole("option", { name: /Padmini Ruby Halo Ring/ });
  await expect(option).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(option).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Padmini Ruby Halo Ring" })).toBeVisible();

  const add = page.locator(".cta").getByRole("button", { name: /^Add To Cart/ });
  await press(page, add);
  await expect(page).toHaveURL(/\/login\?next=/);
  await fill(page, "Email", email);
  await fill(page, "Password", shopper.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Padmini Ruby Halo Ring" })).toBeVisible();
  // The action that required the sign-in is carried out after it.
  await expect(page.getByText("Product added to cart")).toBeVisible();
  const onwards = page.locator(".cta").getByRole("link", { name: "Go To Cart" });
  await press(page, onwards);
  await press(page, page.getByRole("button", { name: "Remove Padmini Ruby Halo Ring" }));
  await press(page, page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }));
  await expect(page.getByRole("button", { name: "Undo, put Padmini Ruby Halo Ring, size 12 back" })).toBeFocused();
  await page.goBack();
  await press(page, add);
  await expect(onwards).toBeFocused();
  await page.keyboard.press("Enter");

  await press(page, page.getByRole("button", { name: "One more" }));
  await expect(page.getByRole("group", { name: /^Quantity/ }).getByRole("status")).toHaveText("2");
  await press(page, page.getByRole("link", { name: "Check Out" }));

  await fill(page, "First name", "");
  await fill(page, "Last name", "");
  await fill(page, "Address", "7 Lake View Road");
  await choose(page, "Country", "India");
  await choose(page, "State", "Kerala");
  await choose(page, "City", "Kochi");
  await fill(page, "PIN or zip code", "682001");
  await press(page, page.getByRole("button", { name: "Save Address" }));
  await expect(page.getByText("Address saved successfully!")).toBeVisible();
  await reach(page, page.getByRole("textbox", { name: "PAN" })); // the law requires it above a limit
  await page.keyboard.type("ABCDE1234F");
  await press(page, page.getByRole("button", { name: "Place Order" }));
  await expect(page.getByRole("heading", { name: "Congratulations!" })).toBeVisible();

  await press(page, page.getByRole("link", { name: "Follow your order" }));
  const details = page.getByRole("button", { name: /^View Details of order/ });
  await press(page, details);
  await expect(page.getByRole("dialog", { name: /^Order \d+$/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(details).toBeFocused();
});
