// What a machine can find against people who see, hear or move otherwise.

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Name what stands on a page against WCAG 2.2 or good practice, and where: nothing, on a good one. */
export async function barriers(page: Page): Promise<string[]> {
  // What fades in or out is neither there nor gone: its colours would be measured on the way.
  await page.emulateMedia({ reducedMotion: "reduce" });
  // Our pages have no frames; for theirs every page would be looked at in parts, and a second one opened to join them.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"], rules: { "label-content-name-mismatch": { enabled: true } } })
    .setLegacyMode()
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(", ")}`);
}
