// Whether a person is at the portal: what it asks by itself must not keep their session from ending.

import type { Request } from "@playwright/test";
import { expect, signInAsAdmin, test } from "../shop";

test("what the portal asks by itself says that nobody is there, and what follows a click says who is", async ({
  page,
}) => {
  await signInAsAdmin(page);
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

  // Five seconds later nobody is there any more, however much is asked.
  await page.waitForTimeout(5500);
  asked.length = 0;
  await expect.poll(() => asked.length).toBeGreaterThan(2);
  expect(new Set(headers("x-activity"))).toEqual(new Set([undefined]));
});
