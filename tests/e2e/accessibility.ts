// Accessibility checks with axe: WCAG 2.2 and best practices.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules whose result depends on the colours of a theme. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** Returns the violations of a page, or of a part of it, with the elements that they concern; empty if there are none. */
export function barriers(page: Page, part?: string): Promise<string[]> {
  return analyze(page, { rules: { "label-content-name-mismatch": { enabled: true } } }, part);
}

/** Returns the violations that a theme can cause, for a page whose other rules are checked in another theme. */
export function colourBarriers(page: Page, part?: string): Promise<string[]> {
  return analyze(page, { runOnly: colourRules }, part);
}

/** Checks an open page of the portal on a phone and at another width, and its colours in the dark theme. */
export async function checkPortalPage(page: Page, wide: number): Promise<void> {
  for (const width of [390, wide]) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await barriers(page), `${page.url()} at ${width} px`).toEqual([]);
  }
  await page.evaluate(() => {
    document.documentElement.dataset.bsTheme = "dark";
  });
  expect.soft(await colourBarriers(page), `${page.url()}, dark`).toEqual([]);
  await page.evaluate(() => {
    document.documentElement.dataset.bsTheme = "light";
  });
}

async function analyze(page: Page, options: RunOptions, part?: string): Promise<string[]> {
  // Colours must not be measured during an animation.
  await page.emulateMedia({ reducedMotion: "reduce" });
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(axeSource);
  const violations = await page.evaluate(
    async ([options, part]) =>
      (await (window as unknown as { axe: typeof axe }).axe.run(part ?? document, options)).violations,
    [{ resultTypes: ["violations"], ...options } satisfies RunOptions, part] as const,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(", ")}`);
}

/** Records the errors that the browser reports for a page: uncaught, logged, or refused by the content security policy. */
export function consoleErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || /content security policy/i.test(message.text())) {
      errors.push(`${page.url()}: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => errors.push(`${page.url()}: ${error.message}`));
  return errors;
}

/** Whether something else is drawn over the middle of the focused control. */
export const isFocusCovered = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return true;
    const { x, y, width, height } = focused.getBoundingClientRect();
    const drawn = document.elementFromPoint(x + width / 2, y + height / 2);
    return !drawn || !(focused.contains(drawn) || drawn.contains(focused));
  });
