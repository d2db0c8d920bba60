// Pages as they arrive: whole without scripts, in place when the scripts come, quiet in the console, and no call twice.

import type { Page } from "@playwright/test";
import { picturesMade } from "../client";
import { drawn, expect, signInAsAdmin, signInAsShopper, test } from "../shop";

const open = ["/", "/products", "/products?search=r", "/wedding-jewellery", "/mens-jewellery", "/kids-jewellery"];
open.push("/categories", "/about-us", "/about", "/contact-us", "/contact", "/newsletter", "/login", "/forgot-password", "/6");
const own = ["/shopping-cart", "/wishlist", "/check-out", "/order-confirm", "/my-orders", "/profile"];
const portal = ["category", "customer", "gold-rate", "product", "productImage", "order-management", "vendor"];

/** What the browser complains of: refused by the content policy, errors, and warnings about the page itself. */
function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || /content security policy/i.test(message.text())) {
      heard.push(`${page.url()}: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => heard.push(`${page.url()}: ${error.message}`));
  return heard;
}

async function settled(page: Page): Promise<void> {
  await drawn(page);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
}

for (const width of [390, 768, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test("no page is refused anything or complains", async ({ page }) => {
      const heard = complaints(page);
      for (const path of open) {
        await page.goto(path);
        await settled(page);
      }
      expect(heard).toEqual([]);
    });
  });
}

test("nor does a page of one's own, nor the portal", async ({ page }) => {
  const heard = complaints(page);
  await signInAsShopper(page);
  for (const path of own) {
    await page.goto(path);
    await settled(page);
  }
  await signInAsAdmin(page);
  for (const path of portal) {
    await page.goto(`/admin/${path}`);
    await settled(page);
  }
  // A visitor's question who they are is refused, and a browser writes each refusal down.
  expect(heard.filter((complaint) => !/status of 401/.test(complaint))).toEqual([]);
});

for (const path of ["/", "/products", "/products?categoryId=2&sort=priceAsc", "/6", "/categories"]) {
  test(`${path} brings all that its first render shows`, async ({ page, shopkeeper }) => {
    await picturesMade(shopkeeper); // each changes the catalogue, of which a page asks anew what it shows
    const calls: string[] = [];
    const pictures: string[] = [];
    const scripts: number[] = []; // for each, how many pictures were asked for before it
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith("/api/")) calls.push(pathname + search);
      if (request.resourceType() === "image") pictures.push(pathname);
      if (request.resourceType() === "script") scripts.push(pictures.length);
    });
    await page.goto(path);
    await expect(page.getByText("Live", { exact: true }).first()).toBeVisible();
    await settled(page);
    expect(calls, "calls to the API").toEqual([]);
    expect(pictures.filter((picture, place) => pictures.indexOf(picture) !== place), "fetched twice").toEqual([]);
    const [start, ...others] = scripts;
    expect(start, "the script that starts the page waits for none").toBeDefined();
    expect(Math.min(...others), "the others wait for the picture that shows first").toBeGreaterThan(0);
  });
}

const places: [path: string, parts: string[]][] = [
  ["/", ["header.masthead", ".hero h1", ".hero img.shown", ".arches", ".arches .arch:nth-child(2)", ".pgrid .pcard"]],
  ["/products", ["h1", ".list-head", ".pgrid .pcard .tile img", ".pgrid .pcard .name", ".pgrid .pcard:nth-child(3)"]],
  ["/6", ["h1", ".crumbs", ".stage .tile", ".stage .tile img", ".bigprice"]],
];
for (const width of [390, 1280]) {
  for (const [path, parts] of places) {
    test(`what is served of ${path} stands where it then stays, at ${width} px`, async ({ browser }) => {
      const [before, after] = await Promise.all(
        [false, true].map(async (javaScriptEnabled) => {
          const context = await browser.newContext({ javaScriptEnabled, viewport: { width, height: 900 } });
          const page = await context.newPage();
          await page.goto(path);
          if (javaScriptEnabled) await drawn(page);
          await page.waitForLoadState("networkidle");
          // Who has scripts is not told that they are needed.
          const told = await page.locator(".noscript").evaluateAll((found) => found[0]?.getBoundingClientRect().height ?? 0);
          const boxes = await Promise.all(parts.map((part) => page.locator(part).first().boundingBox()));
          await context.close();
          return boxes.map((box, place) => box && { ...box, y: place === 0 && parts[0] === "header.masthead" ? box.y : box.y - told });
        }),
      );
      for (const [place, part] of parts.entries()) {
        for (const side of ["x", "y", "width"] as const) {
          const moved = Math.abs((before?.[place]?.[side] ?? Number.NaN) - (after?.[place]?.[side] ?? Number.NaN));
          expect(moved, `${part}: ${side}`).toBeLessThanOrEqual(2);
        }
      }
    });
  }
}

test("without scripts a shopper still finds the piece, its price and where to go", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/products");
  await expect(page.locator(".noscript")).toBeVisible();
  const card = page.getByRole("article").first();
  const name = await card.getByRole("heading").innerText();
  await card.getByRole("heading").getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(page.locator(".bigprice")).toHaveText(/^₹[\d,]+\.00$/);
  await page.getByLabel("Search the shop").fill("padm");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article").first()).toContainText("Padmini Ruby Halo Ring");
  await context.close();
});

test("the search is the first to be reached while the scripts are on their way, and keeps what is typed", async ({ page }) => {
  let bringScripts = () => {};
  const held = new Promise<void>((bring) => {
    bringScripts = bring;
  });
  await page.route(/\/assets\/(?!start).*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  const search = page.getByRole("combobox", { name: "Search the shop" });
  await expect(search).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(search).toBeFocused();
  await page.keyboard.type("padm");
  await expect(page.locator("[inert]")).not.toHaveCount(0);
  bringScripts();
  await drawn(page);
  await expect(search).toBeFocused();
  await expect(search).toHaveValue("padm");
  await page.keyboard.type("ini");
  await expect(page.getByRole("option", { name: /Padmini Ruby Halo Ring/ })).toBeVisible();
});

test("title, description and canonical follow from page to page", async ({ page }) => {
  const canonical = () => page.locator('link[rel="canonical"]').getAttribute("href");
  const description = () => page.locator('meta[name="description"]').getAttribute("content");
  await page.goto("/products");
  const listed = await description();
  const link = page.locator(".pcard .name a").first();
  const name = await link.innerText();
  await link.click();
  await expect(page).toHaveTitle(`${name} | Swarna`);
  await expect.poll(description).not.toBe(listed);
  await expect.poll(canonical).toBe(page.url());
  const served = await (await page.request.get(page.url())).text();
  expect(served).toContain(`<link rel="canonical" href="${await canonical()}">`);
  await page.getByRole("link", { name: "Swarna, home" }).first().click();
  await expect(page).toHaveTitle("Fine gold jewellery | Swarna");
  await expect.poll(async () => new URL((await canonical()) ?? "").pathname).toBe("/");
});

test("a picture that does not come leaves no broken one, before the scripts run", async ({ page }) => {
  await page.route(/\.js$/, (route) => route.abort());
  await page.route(/\/media\//, (route) => route.abort());
  await page.goto("/6");
  const place = page.locator(".stage > .tile");
  await expect.poll(() => place.locator("img").evaluate((img: HTMLImageElement) => img.complete)).toBe(true);
  const before = await place.screenshot();
  // What a browser would draw in its stead lies under the tile's own ground: other words for it are not seen.
  await place.locator("img").evaluate((img: HTMLImageElement) => {
    img.alt = "Other words, and many more of them";
  });
  expect((await place.screenshot()).equals(before)).toBe(true);
});
