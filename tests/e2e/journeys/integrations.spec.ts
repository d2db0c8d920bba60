// Other systems: an endpoint that gets signed events, a key that reads them, and the reference of the API.

import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { barriers, checkPortalPage, colourBarriers } from "../accessibility";
import { expect, signInAsAdmin, test } from "../shop";

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * A receiver on loopback that responds with 500 until it is set to accept. Its `Retry-After` is long, so that only the
 * manual retry arrives.
 */
class Receiver {
  readonly received: Received[] = [];
  status = 500;
  private readonly server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    this.received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
    const wait = this.status === 200 ? {} : { "Retry-After": "600" };
    response.writeHead(this.status, wait).end(this.status === 200 ? "Thank you" : "Out of paper");
  });

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/events`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** The signature of a message by Standard Webhooks. */
function signature(secret: string, { headers, body }: Received): string {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}

/** Reads the secret of the dialog that shows it once, says that it is stored, and closes it. */
async function stored(page: Page): Promise<string> {
  const once = page.getByRole("dialog", { name: "Copy it now" });
  const secret = await once.locator(".secret code").innerText();
  await once.getByLabel("I have stored it").check();
  await once.getByRole("button", { name: "Done" }).click();
  await expect(once).toBeHidden();
  return secret;
}

test("an endpoint gets a signed event, and a refused one is retried, on the open page", async ({ page }) => {
  const receiver = new Receiver();
  const url = `${await receiver.open()}?key=${"k".repeat(150)}`;
  try {
    await signInAsAdmin(page);
    await page.goto("/admin/integrations");
    await page.getByRole("button", { name: "Add endpoint" }).click();
    const dialog = page.getByRole("dialog", { name: "Add endpoint" });
    await dialog.getByLabel("Name").fill("Till");
    await dialog.getByLabel("Address").fill("http://10.0.0.1/events");
    await dialog.getByRole("button", { name: "Add endpoint" }).click();
    await expect(dialog.getByRole("alert")).toBeVisible();
    await dialog.getByLabel("Address").fill(url);
    await dialog.getByRole("button", { name: "Add endpoint" }).click();
    const secret = await stored(page);

    const panel = page.getByRole("region", { name: "Till" });
    // A long address moves neither state nor switch out of sight.
    await expect(page.getByRole("switch", { name: "Till on" })).toBeInViewport({ ratio: 1 });
    await panel.getByRole("button", { name: "Send test" }).click();
    // Other events, such as the gold rate of a new day, may be delivered too.
    const sentTest = panel.getByRole("row", { name: /webhook\.test/ });
    const refused = sentTest.filter({ has: page.locator(".code.bad") });
    await expect(refused).toContainText("Out of paper");
    const received = () => receiver.received.filter(({ body }) => body.includes("webhook.test"));
    expect(received()[0]?.headers["webhook-signature"]).toBe(signature(secret, received()[0] as Received));

    receiver.status = 200;
    await refused.getByRole("button", { name: /^Retry/ }).click();
    const done = sentTest.filter({ has: page.locator(".code.ok") });
    await expect(done).toContainText("Thank you");
    expect(received().at(-1)?.headers["webhook-id"]).toBe(received()[0]?.headers["webhook-id"]);
    await done.getByRole("button", { name: /^Open/ }).click();
    await expect(panel.locator(".delivery-details")).toContainText(`POST ${url}`);
    await page.setViewportSize({ width: 390, height: 900 });
    await panel.getByRole("button", { name: /^Close/ }).scrollIntoViewIfNeeded();
    const sent = await panel.locator(".delivery-details pre").first().boundingBox();
    expect(sent?.x).toBeGreaterThanOrEqual(0);
    expect((sent?.x ?? 0) + (sent?.width ?? 0)).toBeLessThanOrEqual(390);
    for (const name of ["Endpoints", "Deliveries of the endpoint"]) {
      const list = page.getByRole("region", { name, exact: true });
      expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
    }
    await checkPortalPage(page, 1440);

    const changeSecret = async (says: string) => {
      await panel.getByRole("button", { name: "Change", exact: true }).click();
      const confirm = page.getByRole("dialog", { name: "Change the secret of Till?" });
      await expect(confirm).toContainText(says);
      await confirm.getByRole("button", { name: "Change", exact: true }).click();
      await stored(page);
    };
    await changeSecret("The old one signs as well for 24 hours.");
    await expect(panel).toContainText("2 valid, the old one until");
    await changeSecret("Two are valid now. The older one ends at once, the newer one");

    await panel.getByRole("button", { name: "Remove Till" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(panel).toBeHidden();
  } finally {
    receiver.close();
  }
});

test("a key is shown once, reads what its scopes name, and ends when it is revoked", async ({ page, request }) => {
  await signInAsAdmin(page);
  await page.goto("/admin/integrations?part=keys");
  await page.getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog", { name: "New key" });
  await dialog.getByRole("button", { name: "Make the key" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Please give the key a name.");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Accounts");
  await dialog.getByLabel(/^events:read/).check();
  await checkPortalPage(page, 1440);
  await dialog.getByRole("button", { name: "Make the key" }).click();
  const headers = { Authorization: `Bearer ${await stored(page)}` };
  const status = async (path: string) => (await request.get(path, { headers })).status();
  expect(await status("/api/events/?after=0&limit=1")).toBe(200);
  expect(await status("/api/admin/staff/")).toBe(403);

  await page.setViewportSize({ width: 390, height: 900 });
  const keys = page.getByRole("region", { name: "Keys", exact: true });
  expect(await keys.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  const row = page.getByRole("row", { name: /Accounts/ });
  await row.getByRole("button", { name: "Revoke Accounts" }).click();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(row).toContainText("revoked");
  expect(await status("/api/events/?after=0&limit=1")).toBe(401);
});

test("the reference of the API tries a call as who is signed in, at all widths, light and dark", async ({ page }) => {
  await signInAsAdmin(page);
  const check = async (what: string, part?: string) => {
    expect.soft(await barriers(page, part), what).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(page.locator("html")).toHaveClass("dark-mode");
    expect.soft(await colourBarriers(page, part), `${what}, dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
    await expect(page.locator("html")).not.toHaveClass("dark-mode");
  };
  await page.setViewportSize({ width: 390, height: 900 });
  // The page renders all calls of the API, which takes seconds, so it is loaded once and then widened.
  await page.goto("/api/docs/");
  await page.locator("#operations-tag-staff").click();
  const me = page.locator(".opblock", { hasText: "/api/admin/me/" }).first();
  await me.getByRole("button", { name: /^get/i }).first().click();
  await expect(page).toHaveURL(/#\/staff\/adminWhoAmI$/);
  await me.getByRole("button", { name: "Try it out" }).click();
  // A second open call: no region of it may have the name of one of the first.
  const signOut = page.locator(".opblock", { hasText: "/api/admin/logout/" }).first();
  await signOut.getByRole("button", { name: /^post/i }).first().click();
  await expect(signOut.locator(".responses-table")).toBeVisible();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const answer = page.waitForResponse("**/api/admin/me/");
    await me.getByRole("button", { name: "Execute" }).click();
    await answer;
    await expect(me.locator(".live-responses-table")).toContainText("Karthik Rao");
    await check(`${width} px`);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(excess, `${width} px`).toBe(0);
    await page.getByRole("button", { name: "Authorize" }).click();
    const keys = page.getByRole("heading", { name: "Available authorizations" });
    await expect(keys).toBeVisible();
    // Only the dialog: the page behind it was checked above, and its many calls take axe seconds.
    await check(`${width} px, keys`, ".dialog-ux");
    await page.getByRole("button", { name: "Close" }).first().click();
    await expect(keys).toBeHidden();
  }
  // An id after the question mark is filled in as well.
  await page.locator("#operations-tag-catalogue").click();
  const product = page.locator(".opblock-get", { hasText: "/api/product/?id={id}" }).first();
  await product.getByRole("button", { name: /^get/i }).first().click();
  await product.getByRole("button", { name: "Try it out" }).click();
  await product.getByPlaceholder("id").fill("4");
  await product.getByRole("button", { name: "Execute" }).click();
  await expect(product.locator(".request-url")).toContainText(/\?id=4$/);
  await expect(product.locator(".live-responses-table")).toContainText('"id": 4');
});
