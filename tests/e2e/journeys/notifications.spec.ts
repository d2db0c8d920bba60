// Notifications on a device: chosen on Profile, shown by the service worker, and no older status after a newer one.

import type { CDPSession, Worker } from "@playwright/test";
import { asVisited, expect, signInAsShopper, test } from "../shop";

test.use(asVisited);

interface Shown {
  title: string;
  body: string;
  tag: string;
}

const message = (version: number, status: string) => ({
  title: `Order 1047 is ${status}`,
  body: `Lotus Ring is ${status}.`,
  url: "/my-orders#order-1047",
  tag: "item-1",
  orderId: 1047,
  status,
  version,
});

/** Lets the browser deliver a message as if a push service had sent it. */
async function deliver(cdp: CDPSession, origin: string, registrationId: string, data: object) {
  await cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: JSON.stringify(data) });
}

/** Records what the service worker shows, because a headless browser shows no notifications. */
async function keepShown(worker: Worker) {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { shown: unknown[]; registration: ServiceWorkerRegistration };
    scope.shown = [];
    scope.registration.showNotification = async (title, options) => {
      scope.shown.push({ title, body: options?.body, tag: options?.tag });
    };
  });
}

const shown = (worker: Worker): Promise<Shown[]> =>
  worker.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown);

test("a device is told of the newest status, unless its order is open", async ({ context, page, baseURL }) => {
  const origin = baseURL as string;
  await context.grantPermissions(["notifications"], { origin });
  await signInAsShopper(page);
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  const started = context.waitForEvent("serviceworker");
  await page.goto("/profile");
  const notifications = page.getByRole("region", { name: "News by mail and on this device" });
  const onDevice = notifications.getByRole("switch", { name: "Orders, on this device" });
  await expect(onDevice).toBeEnabled();
  await expect(notifications.getByRole("switch", { name: "Orders, by mail" })).toBeChecked();
  // A headless browser has no push service: Profile says so, and mail stays.
  await onDevice.click();
  await expect(notifications.getByText(/We write to you by mail\.$/)).toBeVisible();
  await expect(onDevice).not.toBeChecked();

  const id = await registered;
  const worker = await started;
  await keepShown(worker);
  await deliver(cdp, origin, id, message(3, "shipped"));
  const first = { title: "Order 1047 is shipped", body: "Lotus Ring is shipped.", tag: "item-1" };
  await expect.poll(() => shown(worker)).toEqual([first]);
  await deliver(cdp, origin, id, message(2, "packed"));
  await deliver(cdp, origin, id, message(3, "shipped"));
  await deliver(cdp, origin, id, message(4, "delivered"));
  const titles = async () => (await shown(worker)).map(({ title }) => title);
  await expect.poll(titles).toEqual(["Order 1047 is shipped", "Order 1047 is delivered"]);

  await page.goto("/my-orders");
  await expect(page.getByRole("heading", { level: 1, name: "My Orders" })).toBeVisible();
  await deliver(cdp, origin, id, { ...message(5, "cancelled"), tag: "item-2" });
  await deliver(cdp, origin, id, { ...message(6, "packed"), tag: "item-3", url: "/profile" });
  await expect.poll(async () => (await shown(worker)).map(({ tag }) => tag)).toEqual(["item-1", "item-1", "item-3"]);
});
