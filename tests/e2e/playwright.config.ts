import { defineConfig, devices } from "@playwright/test";
import { findBrowser } from "./chromium";
import { freePort } from "./ports";

// Each worker has its own shop, because journeys stop processes and change prices. It accepts payment on delivery only.
// The last shop accepts all payment methods; the journeys that need it start it, because an idle shop takes CPU time.
const workers = [0, 1];
const shops = [...workers, "PAYMENTS"];

// The workers read this file again and must find the same shops.
for (const shop of shops) {
  process.env[`SHOP_PORT_${shop}`] ??= String(await freePort());
  process.env[`SHOP_CONTROL_PORT_${shop}`] ??= String(await freePort());
}

const { executablePath, env, args } = await findBrowser();

export default defineConfig({
  testDir: "journeys",
  outputDir: "results",
  workers: workers.length,
  retries: 0,
  timeout: 1_200_000, // long enough for a busy machine; a stuck step fails earlier, by one of the limits below
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    launchOptions: { executablePath, env, args },
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    trace: "off",
    screenshot: "only-on-failure",
    // Most journeys need no motion, no service worker and no prefetching (see `shop.ts`). These take half of the CPU
    // time of a page.
    reducedMotion: "reduce",
    serviceWorkers: "block",
  },
  projects: [{ name: "desktop", use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 900 } } }],
  webServer: {
    command: [
      ".venv/bin/python -m tests.support.running_shop --log-dir tests/e2e/results --with-payments",
      ...shops.map((shop) => `--port ${process.env[`SHOP_PORT_${shop}`]}`),
      ...shops.map((shop) => `--control-port ${process.env[`SHOP_CONTROL_PORT_${shop}`]}`),
    ].join(" "),
    cwd: "../..",
    url: `http://127.0.0.1:${process.env.SHOP_CONTROL_PORT_0}`, // answers when the workers' shops are healthy
    timeout: 300_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
    stderr: "pipe",
  },
});
