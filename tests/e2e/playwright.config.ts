import { defineConfig, devices } from "@playwright/test";
import { findBrowser } from "./chromium";
import { freePort } from "./ports";

// Each worker has its own shop, because journeys stop processes and change prices.
const workers = [0, 1];

// The workers read this file again and must find the same shops.
for (const index of workers) {
  process.env[`SHOP_PORT_${index}`] ??= String(await freePort());
  process.env[`SHOP_CONTROL_PORT_${index}`] ??= String(await freePort());
}
// The workers' shops accept payment on delivery only; this one accepts all payment methods.
process.env.SHOP_PAYMENTS_PORT ??= String(await freePort());

const { executablePath, env, args } = await findBrowser();

export default defineConfig({
  testDir: "journeys",
  outputDir: "results",
  workers: workers.length,
  retries: 0,
  timeout: 240_000,
  expect: { timeout: 60_000 }, // long enough for a busy machine
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    launchOptions: { executablePath, env, args },
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    trace: "off",
    screenshot: "only-on-failure",
    // Most journeys need neither motion nor the service worker, nor that a page loads the next ones ahead. That takes
    // half of the CPU time of a page.
    reducedMotion: "reduce",
    serviceWorkers: "block",
  },
  projects: [{ name: "desktop", use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 900 } } }],
  webServer: {
    command: [
      ".venv/bin/python -m tests.support.running_shop --log-dir tests/e2e/results",
      ...workers.map((index) => `--port ${process.env[`SHOP_PORT_${index}`]}`),
      ...workers.map((index) => `--control-port ${process.env[`SHOP_CONTROL_PORT_${index}`]}`),
      `--payments-port ${process.env.SHOP_PAYMENTS_PORT}`,
    ].join(" "),
    cwd: "../..",
    url: `http://127.0.0.1:${process.env.SHOP_CONTROL_PORT_0}`, // answers when all shops are healthy
    timeout: 300_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
    stderr: "pipe",
  },
});
