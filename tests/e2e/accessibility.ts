// Accessibility checks with axe: WCAG 2.2 and best practices.

import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** The rules whose result depends on the colours of a theme. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** Returns the violations of a page with the elements that they concern; empty if there are none. */
export function barriers(page: Page): Promise<string[]> {
  return analyze(page, { rules: { "label-content-name-mismatch": { enabled: true } } });
}

/** Returns the violations that a theme can cause, for a page whose other rules are checked in another theme. */
export function colourBarriers(page: Page): Promise<string[]> {
  return analyze(page, { runOnly: colourRules });
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

async function analyze(page: Page, options: Parameters<AxeBuilder["options"]>[0]): Promise<string[]> {
  // Colours must not be measured during an animation.
  await page.emulateMedia({ reducedMotion: "reduce" });
  // Without frames the legacy mode gives the same result, and opens no second page to join the parts.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"], ...options })
    .setLegacyMode()
    .analyze();
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
