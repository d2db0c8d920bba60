// The served pages: complete without scripts, unmoved when the scripts start, and without a second request for their data.

import type { BrowserContext, Page, Request } from "@playwright/test";
import { addProduct, call, picturesMade } from "../client";
import { asVisited, drawn, expect, signUp, test } from "../shop";

async function settled(page: Page): Promise<void> {
  await drawn(page);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
}

/** Loads a page and expects that it needs no API request, no picture twice, and its first picture before its scripts. */
async function expectServed(page: Page, path: string): Promise<void> {
  const calls: string[] = [];
  const pictures: string[] = [];
  const scripts: number[] = []; // for each script, the number of pictures requested before it
  const record = (request: Request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(pathname + search);
    if (request.resourceType() === "image") pictures.push(pathname);
    if (request.resourceType() === "script") scripts.push(pictures.length);
  };
  page.on("request", record);
  await page.goto(path);
  await expect(page.getByText("Live", { exact: true }).first()).toBeVisible();
  await settled(page);
  page.off("request", record);
  expect(calls, `calls of ${path} to the API`).toEqual([]);
  expect(
    pictures.filter((picture, place) => pictures.indexOf(picture) !== place),
    `fetched twice by ${path}`,
  ).toEqual([]);
  const [start, ...others] = scripts;
  expect(start, "the script that starts the page waits for none").toBeDefined();
  expect(Math.min(...others), `the others of ${path} wait for the picture that shows first`).toBeGreaterThan(0);
}

test.describe("as a visitor", () => {
  test.use(asVisited);

  test("the home page needs no API request for its first render, and prefetches none", async ({ page, shopkeeper }) => {
    await picturesMade(shopkeeper); // each ready picture changes the catalogue, which pages refetch
    await expectServed(page, "/");
  });
});

test("no page needs an API request for its first render", async ({ page, shopkeeper }) => {
  await picturesMade(shopkeeper);
  const paths = ["/products", "/products?categoryId=2&sort=priceAsc", "/6", "/categories", "/shipping"];
  for (const path of paths) await expectServed(page, path);
});

test("the checkout shows the addresses before its scripts run, and asks for none of its data again", async ({
  page,
}) => {
  const { id: customerId } = await signUp(page);
  const home = { name: "Nila Raman", address: "14 Second Main Road", city: "Chennai", state: "Tamil Nadu" };
  await call(page.request, "POST", "/address/", { data: { ...home, country: "India", zipCode: "600020", customerId } });
  await call(page.request, "POST", "/cart/", { data: { customerId, productId: 6, quantity: 1 } });
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(pathname);
  });
  let start = () => {};
  const started = new Promise<void>((done) => {
    start = done;
  });
  await page.route("**/assets/start-*.js", async (route) => {
    await started;
    await route.continue();
  });
  await page.goto("/check-out", { waitUntil: "commit" });
  const address = page.locator(".addr.on");
  await expect(address).toContainText("14 Second Main Road");
  const served = await address.boundingBox();
  const held = page.waitForRequest("**/api/hold/");
  start();
  await expect(page.getByRole("button", { name: /^(Pay|Place Order)/ })).toBeVisible();
  await held;
  await settled(page);
  expect(await address.boundingBox()).toEqual(served);
  expect(new Set(calls)).toEqual(new Set(["/api/hold/"]));
});

/** The row of the header that is shown; the header itself has no box, so that its rows can stick. */
const header = "header.masthead > :visible";
const places: [path: string, parts: string[]][] = [
  ["/", [header, ".hero h1", ".hero img.shown", ".arches", ".arches .arch:nth-child(2)", ".pgrid .pcard"]],
  ["/products", ["h1", ".list-head", ".pgrid .pcard .tile img", ".pgrid .pcard .name", ".pgrid .pcard:nth-child(3)"]],
  ["/6", ["h1", ".crumbs", ".stage .tile", ".stage .tile img", ".bigprice"]],
];

/** The positions of the parts of a page, without scripts or after they ran. */
async function boxesOf(context: BrowserContext, width: number, path: string, parts: string[], runsScripts: boolean) {
  const page = await context.newPage();
  await page.setViewportSize({ width, height: 900 });
  await page.goto(path);
  if (runsScripts) {
    await drawn(page);
    await page.waitForLoadState("networkidle");
  }
  // The notice for browsers without scripts moves what follows.
  const noticeHeight = await page
    .locator(".noscript")
    .evaluateAll((found) => found[0]?.getBoundingClientRect().height ?? 0);
  const boxes = await Promise.all(parts.map((part) => page.locator(part).first().boundingBox()));
  await page.close();
  return boxes.map(
    (box, place) => box && { ...box, y: place === 0 && parts[0] === header ? box.y : box.y - noticeHeight },
  );
}

test("the scripts do not move the served content", async ({ browser, context: live }) => {
  const without = await browser.newContext({ javaScriptEnabled: false });
  for (const width of [390, 1280]) {
    for (const [path, parts] of places) {
      const before = await boxesOf(without, width, path, parts, false);
      const after = await boxesOf(live, width, path, parts, true);
      for (const [place, part] of parts.entries()) {
        for (const side of ["x", "y", "width"] as const) {
          const moved = Math.abs((before[place]?.[side] ?? Number.NaN) - (after[place]?.[side] ?? Number.NaN));
          expect.soft(moved, `${path} at ${width} px, ${part}: ${side}`).toBeLessThanOrEqual(2);
        }
      }
    }
  }
  await without.close();
});

test("the scripts keep the served weight, price and canonical URL of a size", async ({ browser, page, shopkeeper }) => {
  const sizes = [
    { label: "12", weight: 2, stockQuantity: 0, isDefault: true },
    { label: "14", weight: 2.5, stockQuantity: 2 },
    { label: "16", weight: 3, stockQuantity: 0 },
  ];
  const ring = await addProduct(shopkeeper, 1, { code: "SZ-served", name: "Sized", sizes: JSON.stringify(sizes) });
  const without = await browser.newContext({ javaScriptEnabled: false });
  const served = await without.newPage();
  for (const [query, weight] of Object.entries({ "": "2.50 gm", "?size=16": "3.00 gm", "?size=99": "2.50 gm" })) {
    await served.goto(`/${ring.id}${query}`);
    await page.goto(`/${ring.id}${query}`);
    await settled(page);
    for (const shown of [served, page]) {
      await expect(shown.locator(".facts .num")).toContainText(weight);
      await expect(shown.locator('link[rel="canonical"]')).toHaveAttribute("href", new RegExp(`/${ring.id}$`));
    }
    await expect(page.locator(".pricebox .bigprice")).toHaveText(await served.locator(".bigprice").innerText());
    const description = await served.locator('meta[name="description"]').getAttribute("content");
    await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", description ?? "");
  }
  await without.close();
});

test("without scripts a product and its price can be found", async ({ browser }) => {
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

test("the search can be used while the scripts load, and keeps its text", async ({ page }) => {
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

test("title, description and canonical URL follow the navigation", async ({ page }) => {
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

test("a missing picture shows no broken image before the scripts run", async ({ page }) => {
  await page.route(/\.js$/, (route) => route.abort());
  await page.route(/\/media\//, (route) => route.abort());
  await page.goto("/6");
  const place = page.locator(".stage > .tile");
  await expect.poll(() => place.locator("img").evaluate((img: HTMLImageElement) => img.complete)).toBe(true);
  const before = await place.screenshot();
  // The tile covers what a browser draws for a missing image, so another alternative text changes no pixel.
  await place.locator("img").evaluate((img: HTMLImageElement) => {
    img.alt = "Other words, and many more of them";
  });
  expect((await place.screenshot()).equals(before)).toBe(true);
});
