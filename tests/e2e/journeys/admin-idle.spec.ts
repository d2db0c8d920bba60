// Idle sessions: the portal's own requests must not keep a session alive.

import type { Request } from "@playwright/test";
import { expect, signInAsAdmin, test } from "../shop";

test.use({ ownContext: true }); // it installs a clock

test("only requests that follow a click count as activity of a person", async ({ page }) => {
  await signInAsAdmin(page);
  await page.clock.install();
  const asked: Request[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) asked.push(request);
  });
  const headers = (name: string) => asked.map((request) => request.headers()[name]);

  await page.goto("/admin/operations");
  await expect(page.getByRole("heading", { name: "Operations" })).toBeVisible();
  await expect.poll(() => asked.length).toBeGreaterThan(4);
  expect(new Set(headers("x-acting-as"))).toEqual(new Set(["admin"]));
  expect(new Set(headers("x-activity"))).toEqual(new Set([undefined]));

  asked.length = 0;
  await page.getByRole("heading", { name: "Operations" }).click();
  await expect.poll(() => headers("x-activity")).toContain("person");

  // Five seconds later the person counts as inactive, however many requests the page makes.
  await page.clock.fastForward(5500);
  asked.length = 0;
  const laterRequests = async () => {
    await page.clock.fastForward(5500); // the page polls
    return asked.length;
  };
  await expect.poll(laterRequests).toBeGreaterThan(2);
  expect(new Set(headers("x-activity"))).toEqual(new Set([undefined]));
});
