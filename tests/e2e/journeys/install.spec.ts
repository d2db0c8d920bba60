// The shop as an installed app: what a browser needs to install it.

import { asVisited, expect, test } from "../shop";

test.use(asVisited);

interface Manifest {
  start_url: string;
  icons: { src: string; sizes: string; purpose?: string }[];
}

test("a browser can install the shop, with icons of the sizes that are named", async ({ page }) => {
  await page.goto("/");
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const answer = await page.request.get(href as string);
  expect(answer.headers()["content-type"]).toContain("application/manifest+json");
  const { start_url, icons } = (await answer.json()) as Manifest;
  expect((await page.request.get(start_url)).status()).toBe(200);
  expect(icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
  for (const { src, sizes } of icons.filter(({ sizes }) => sizes !== "any")) {
    const size = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
  const browser = await page.context().newCDPSession(page);
  const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);
  expect((await page.request.get("/favicon.ico")).headers()["content-type"]).toContain("icon");
});
