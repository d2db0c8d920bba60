// Takes the pictures of the documents in a shop that runs with the demo data; `make pictures` starts one and calls this:
//
//     node photograph.ts http://127.0.0.1:8000 folder

import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium } from "@playwright/test";
import { findBrowser } from "./chromium.ts";
import { call } from "./client.ts";

const [shop = "http://127.0.0.1:8000", folder = "."] = process.argv.slice(2);
const people = {
  customer: { email: "asha@swarna.example", password: "Shopper@2026" },
  admin: { email: "admin@swarna.example", password: "Swarna@2026" },
  desk: { email: "orders@swarna.example", password: "Swarna@2026" },
};
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const phone: BrowserContextOptions = { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true };

interface Shot {
  name: string;
  path: string;
  on: BrowserContextOptions;
  as?: keyof typeof people;
  theme?: "dark";
}

const shots: Shot[] = [
  { name: "home", path: "/", on: desktop },
  { name: "product-phone", path: "/6", on: phone },
  { name: "orders-phone", path: "/my-orders", on: phone, as: "customer" },
  { name: "board", path: "/admin/order-management", on: desktop, as: "admin" },
  { name: "order", path: "/admin/orders/40", on: desktop, as: "desk" },
  { name: "packing", path: "/admin/packing/42", on: desktop, as: "desk" },
  { name: "board-dark", path: "/admin/order-management", on: desktop, as: "admin", theme: "dark" },
  { name: "operations-phone-dark", path: "/admin/operations", on: phone, as: "admin", theme: "dark" },
];

async function take(browser: Browser, { name, path, on, as, theme }: Shot): Promise<void> {
  const context = await browser.newContext({ ...on, baseURL: shop, locale: "en-IN", timezoneId: "Asia/Kolkata" });
  const page = await context.newPage();
  if (as) {
    const role = as === "customer" ? "customer" : "admin";
    const person = await call<object>(context.request, "POST", `/${role}/login/`, { data: people[as] });
    await page.addInitScript(
      ([role, shopper, look]) => {
        if (role === "admin") localStorage.setItem("isLoggedIn", "true");
        else localStorage.setItem("persist:root", JSON.stringify({ authUser: shopper }));
        if (look) localStorage.setItem("adminTheme", look);
      },
      [role, JSON.stringify(person), theme ?? ""] as const,
    );
  }
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  await page
    .getByText(/^Loading /)
    .first()
    .waitFor({ state: "hidden" });
  await page.waitForTimeout(2500); // wait for fade-in animations and pictures
  await page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
  await context.close();
}

const { executablePath, env, args } = await findBrowser();
const browser = await chromium.launch({ executablePath, env, args });
try {
  for (const shot of shots) await take(browser, shot);
} finally {
  await browser.close();
}
