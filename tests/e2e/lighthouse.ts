// Runs Lighthouse on the shop with a phone's settings: `make lighthouse`. Exits with 1 if a page misses a goal.
//
// It starts a shop as `make run` does, waits until its pictures are rendered, and measures each page RUNS
// times (3), each time in a fresh browser; the table shows the median run. SHOP is the URL of a running shop to use instead, and
// PAGES the names of the pages to measure, as in `PAGES=home,checkout`.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type APIRequestContext, chromium } from "@playwright/test";
import { launch } from "chrome-launcher";
import { findBrowser } from "./chromium.ts";
import { freePort } from "./ports.ts";

const pages = { home: "/", list: "/products", product: "/6", checkout: "/check-out" };
/** The pages of a shopper who is signed in and has a filled cart. Search engines must not list them. */
const ownPages = new Set(["checkout"]);
const shopper = { email: "asha@swarna.example", password: "Shopper@2026" };
const categories = { performance: 95, accessibility: 100, "best-practices": 95, seo: 95 } as const;
const longestPaint = 1800; // milliseconds until the largest picture or text shows
const largestShift = 0.02;
const runs = Number(process.env.RUNS ?? 3);
const chosen = process.env.PAGES?.split(",");
const run = promisify(execFile);
// A package of its own, because of its many dependencies: other browser tests do without them.
const lighthouse = fileURLToPath(new URL("lighthouse/node_modules/lighthouse/cli/index.js", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));

/** The parts of Lighthouse's report that this script reads. */
type Report = {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { title: string; score: number | null; numericValue?: number; displayValue?: string }>;
};
type Figures = Record<keyof typeof categories, number> & { paint: number; shift: number; missed: string[] };

async function main(): Promise<boolean> {
  if (process.env.SHOP) return measure(process.env.SHOP);
  const folder = mkdtempSync(join(tmpdir(), "swarna-lighthouse-"));
  const port = await freePort();
  const shop = spawn(".venv/bin/python", ["-m", "local"], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder, PORT: String(port) },
    stdio: "ignore",
  });
  try {
    const base = `http://127.0.0.1:${port}`;
    await until("the shop to open", shop, async () => (await fetch(`${base}/api/health`)).ok);
    await until("its pictures to be made", shop, () => arePicturesMade(base));
    return await measure(base);
  } finally {
    shop.kill("SIGTERM");
    await new Promise((done) => (shop.exitCode === null ? shop.once("exit", done) : done(undefined)));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function until(what: string, shop: ChildProcess, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 900_000; Date.now() < end; await sleep(1000)) {
    if (shop.exitCode !== null) throw new Error("The shop ended: try `make run`.");
    if (await isSo().catch(() => false)) return;
  }
  throw new Error(`Waited in vain for ${what}.`);
}

async function arePicturesMade(base: string): Promise<boolean> {
  const answer = await fetch(`${base}/api/productimage/`);
  const { data } = (await answer.json()) as { data: { renditions: unknown[] }[] };
  return data.length > 0 && data.every(({ renditions }) => renditions.length > 0);
}

async function measure(base: string): Promise<boolean> {
  console.log("page     performance  accessibility  best practices  SEO   LCP ms   CLS");
  let isGood = true;
  for (const [name, path] of Object.entries(pages)) {
    if (chosen && !chosen.includes(name)) continue;
    await fetch(base + path); // fill the response cache first
    const all: Figures[] = [];
    for (let count = 0; count < runs; count += 1) all.push(await audit(base, path, ownPages.has(name)));
    const median = all.sort((a, b) => a.performance - b.performance || b.paint - a.paint)[Math.floor(all.length / 2)];
    if (!median) throw new Error("RUNS must be at least 1.");
    const misses = missesOf(median);
    isGood &&= misses.length === 0;
    const { performance, accessibility, seo, paint, shift } = median;
    const cells = [name.padEnd(8), String(performance).padStart(11), String(accessibility).padStart(14)];
    cells.push(String(median["best-practices"]).padStart(15), String(seo).padStart(4));
    cells.push(paint.toFixed(0).padStart(8), shift.toFixed(3).padStart(7));
    console.log(cells.join(" "));
    for (const miss of misses) console.log(`         misses ${miss}`);
    if (misses.length) for (const audit of median.missed) console.log(`         - ${audit}`);
  }
  return isGood;
}

function missesOf(figures: Figures): string[] {
  const misses = Object.entries(categories)
    .filter(([name, least]) => figures[name as keyof typeof categories] < least)
    .map(([name, least]) => `${name}: at least ${least}`);
  if (figures.paint > longestPaint) misses.push(`LCP: at most ${longestPaint} ms`);
  if (figures.shift >= largestShift) misses.push(`CLS: below ${largestShift}`);
  return misses;
}

async function audit(base: string, path: string, isOwn: boolean): Promise<Figures> {
  const { executablePath, env, args } = await findBrowser();
  const chromeFlags = [...args, "--headless=new", "--no-sandbox"];
  const chrome = await launch({ chromePath: executablePath, envVars: env, chromeFlags });
  try {
    if (isOwn) await signIn(chrome.port, base);
    const options = [`--port=${chrome.port}`, "--output=json", "--quiet", "--no-enable-error-reporting"];
    options.push(`--only-categories=${Object.keys(categories).join(",")}`);
    if (isOwn) options.push("--disable-storage-reset", "--skip-audits=is-crawlable");
    const { stdout } = await run(process.execPath, [lighthouse, base + path, ...options], { maxBuffer: 1e9 });
    const report = JSON.parse(stdout) as Report;
    if (report.runtimeError) throw new Error(report.runtimeError.message);
    return figuresOf(report);
  } finally {
    await chrome.kill();
  }
}

/** Signs the demo's shopper in, as the storefront does, with a piece in the cart and an address. */
async function signIn(port: number, base: string): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (!context) throw new Error("The browser has no window.");
  const answer = await context.request.post(`${base}/api/customer/login/`, { data: shopper });
  const { data } = (await answer.json()) as { data: { id: number } };
  await fill(context.request, base, data.id);
  const page = await context.newPage();
  await page.goto(`${base}/favicon.svg`);
  await page.evaluate((person) => localStorage.setItem("persist:root", JSON.stringify({ authUser: person })), data);
  await page.close();
  await browser.close();
}

async function fill(request: APIRequestContext, base: string, customerId: number): Promise<void> {
  const lines = (await (await request.get(`${base}/api/cart/?custId=${customerId}`)).json()) as unknown[];
  if (lines.length > 0) return;
  const { cookies } = await request.storageState();
  const headers = { "X-XSRF-TOKEN": cookies.find(({ name }) => name === "XSRF-TOKEN")?.value ?? "" };
  const address = { name: "Asha Rao", address: "14 Second Main Road, Gandhi Nagar, Adyar", city: "Chennai" };
  for (const [path, data] of [
    ["address", { ...address, state: "Tamil Nadu", country: "India", zip_code: "600020", customerId }],
    ["cart", { productId: 6, quantity: 1, customerId }],
  ] as const) {
    const answer = await request.post(`${base}/api/${path}/`, { data, headers });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  }
}

function figuresOf(result: Report): Figures {
  const score = (name: keyof typeof categories) => Math.round((result.categories[name]?.score ?? 0) * 100);
  const value = (name: string) => result.audits[name]?.numericValue ?? Number.POSITIVE_INFINITY;
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    "best-practices": score("best-practices"),
    seo: score("seo"),
    paint: value("largest-contentful-paint"),
    shift: value("cumulative-layout-shift"),
    missed: Object.values(result.audits)
      .filter(({ score }) => score !== null && score < 0.9)
      .map(({ title, displayValue = "" }) => `${title} ${displayValue}`.trim()),
  };
}

process.exitCode = (await main()) ? 0 : 1;
