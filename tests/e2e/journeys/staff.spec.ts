// A new colleague is invited by mail and sets up a second factor. Each page in the sidebar of a role works, without a
// call that the role may not make.

import { createHmac } from "node:crypto";
import { checkPortalPage } from "../accessibility";
import { call } from "../client";
import { mailsTo } from "../mails";
import { admin, expect, signIn, test } from "../shop";

/** Without the owner, whose pages `admin-accessibility.spec.ts` opens: a refused call is an error of the browser there. */
const roles = ["orders", "catalogue", "finance", "operator", "viewer"] as const;
const inner = ["order", "order-items?orderId=2", "orders/2", "packing/3", "cart", "customers/1", "productImage"];
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code that an authenticator app shows for a secret (RFC 6238). */
function codeOf(secret: string, at = Date.now()): string {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return ((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).toString().padStart(6, "0");
}

test("a colleague is invited, joins, sets up a second factor and signs in with it", async ({ page, shopkeeper }) => {
  const email = `latha.${Date.now()}@staff.example`;
  await call(shopkeeper, "POST", "/admin/staff/invitation/", { data: { email, roles: ["orders"] } });
  const links = async () =>
    (await mailsTo(email)).flatMap((mail) => mail.match(/\/admin\/invitation\?token=[\w.-]+/) ?? []);
  await expect.poll(async () => (await links()).length).toBe(1);
  await page.goto((await links())[0] as string);
  await expect(page.getByText(`Karthik Rao invites ${email}, for: orders.`)).toBeVisible();
  await checkPortalPage(page, 1280);
  await page.getByLabel("Your name").fill("Latha Rangan");
  await page.getByLabel("Password").fill(admin.password);
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByRole("link", { name: "Go to the sign-in" }).click();
  await signIn(page, { email, password: admin.password });
  await expect(page.getByRole("navigation", { name: "Admin" })).toBeVisible();

  await page.goto("/admin/me");
  await page.getByRole("button", { name: "Set up" }).click();
  const setUp = page.getByRole("dialog", { name: "Set up the second factor" });
  const secret = (await setUp.locator(".factor-key").innerText()).replaceAll(" ", "");
  await checkPortalPage(page, 1280);
  await setUp.getByLabel("Type the six digits it shows").fill("000000");
  await setUp.getByRole("button", { name: "Turn on" }).click();
  await expect(setUp.getByText("This code is not right, or was used before.")).toBeVisible();
  await setUp.getByLabel("Type the six digits it shows").fill(codeOf(secret));
  await setUp.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("dialog", { name: "Ten recovery codes" });
  await expect(codes.locator("code")).toHaveCount(10);
  await checkPortalPage(page, 1280);
  const recovery = await codes.locator("code").first().innerText();
  await codes.getByLabel("I have stored them").check();
  await codes.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("On. 10 recovery codes left.")).toBeVisible();
  await checkPortalPage(page, 1280);

  await page.context().clearCookies();
  await page.goto("/admin/login");
  await signIn(page, { email, password: admin.password });
  await page.getByLabel("Code", { exact: true }).fill("123456");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("This code is not right, or was used before.")).toBeVisible();
  await checkPortalPage(page, 1280);
  await page.getByLabel("Code", { exact: true }).fill(recovery);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("navigation", { name: "Admin" })).toBeVisible();
  await page.goto("/admin/me");
  await expect(page.getByText("On. 9 recovery codes left.")).toBeVisible();
});

for (const role of roles) {
  test(`every page of the role ${role} works with what the role may call`, async ({ page }) => {
    const email = `${role}@swarna.example`;
    const me = await call<{ pages: string[] }>(page.request, "POST", "/admin/login/", {
      data: { email, password: admin.password },
    });
    await page.addInitScript("localStorage.setItem('isLoggedIn', 'true')");
    const refused: string[] = [];
    let calls = 0;
    page.on("response", (response) => {
      const { pathname, search } = new URL(response.url());
      if (!pathname.startsWith("/api/")) return;
      calls += 1;
      if (response.status() === 401 || response.status() === 403) {
        refused.push(`${page.url()}: ${response.request().method()} ${pathname}${search}: ${response.status()}`);
      }
    });
    const works = async (path: string) => {
      await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
      await expect(page.locator("[aria-busy=true]"), path).toHaveCount(0);
      await expect(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
      await expect(page.getByText("This page is not for your roles"), path).toHaveCount(0);
    };
    await page.goto("/admin");
    const links = page.getByRole("navigation", { name: "Admin" }).getByRole("link");
    await expect(links.first()).toBeVisible();
    const named: string[] = [];
    for (const link of await links.all()) {
      await link.click();
      await expect(link).toHaveAttribute("aria-current", "page");
      const path = new URL(page.url()).pathname;
      await works(path);
      named.push(path);
    }
    expect(named.filter((path) => !me.pages.includes(path.replace("/admin/", "")))).toEqual([]);
    for (const path of inner.filter((path) => me.pages.includes(path.replace(/[/?].*/, "")))) {
      await page.goto(`/admin/${path}`);
      await works(path);
    }
    expect(calls).toBeGreaterThan(named.length);
    expect(refused).toEqual([]);
  });
}
