// Without a network a navigation shows the offline page with the pieces seen last. It reloads when the network is back.

import { barriers } from "../accessibility";
import { asVisited, expect, test } from "../shop";

test.use(asVisited);

test("without a network the shop says so, shows the pieces seen last, and comes back by itself", async ({
  context,
  page,
}) => {
  await page.goto("/3");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const name = await page.getByRole("heading", { level: 1 }).innerText();
  await expect
    .poll(() => page.evaluate(() => caches.match("/offline/seen.json").then((found) => found?.text() ?? "")))
    .toContain(name);

  await context.setOffline(true);
  await page.goto("/products").catch(() => undefined);
  await expect(page.getByRole("heading", { level: 1, name: "You are offline" })).toBeVisible();
  const seen = page.getByRole("region", { name: "Pieces you looked at last" });
  await expect(seen.getByText(name)).toBeVisible();
  await expect
    .poll(() => seen.getByRole("presentation").evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  // No price is shown, because a stored price may be out of date.
  await expect(page.getByText("₹")).toHaveCount(0);
  expect(await barriers(page)).toEqual([]);

  await context.setOffline(false);
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(page).toHaveURL(/\/products$/);
  // No page and no response of the API is ever stored.
  const stored = await page.evaluate(async () => {
    const urls: string[] = [];
    for (const key of await caches.keys()) {
      for (const request of await (await caches.open(key)).keys()) urls.push(new URL(request.url).pathname);
    }
    return urls;
  });
  expect(stored.filter((path) => !/^\/(offline|media\/|favicon\.svg)/.test(path))).toEqual([]);
});
