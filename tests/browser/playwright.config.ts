import { defineConfig, devices } from "@playwright/test";
import { findBrowser } from "./chromium";
import { freePort } from "./ports";

// The workers read this file again and must find the same shop.
process.env.SHOP_PORT ??= String(await freePort());
process.env.SHOP_CONTROL_PORT ??= String(await freePort());

const port = process.env.SHOP_PORT;
const baseURL = `http://127.0.0.1:${port}`;
const { executablePath, env, args } = await findBrowser();

export default defineConfig({
  testDir: "journeys",
  outputDir: "results",
  workers: 1, // all journeys share one shop
  retries: 0,
  timeout: 240_000,
  expect: { timeout: 60_000 }, // nothing is slow on an idle machine; a busy one is no failure
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    baseURL,
    launchOptions: { executablePath, env, args },
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    trace: "off",
    screenshot: "only-on-failure",
  },
  projects: [{ name: "desktop", use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 900 } } }],
  webServer: {
    command: [
      ".venv/bin/python -m tests.stack",
      `--port ${port}`,
      `--control-port ${process.env.SHOP_CONTROL_PORT}`,
      "--log tests/browser/results/shop.log",
    ].join(" "),
    cwd: "../..",
    url: `${baseURL}/api/health`,
    timeout: 300_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    stderr: "pipe",
  },
});
