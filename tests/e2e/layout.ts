// Checks of what a page looks like at a width.

import { expect, type Page } from "@playwright/test";

/** Returns what looks broken: usual words and amounts on two lines, texts out of their boxes, labels without a value. */
export function layoutFaults(page: Page, part = "main"): Promise<string[]> {
  return page.evaluate((part) => {
    const faults = new Set<string>();
    const gap = 8; // to the next box, into which a text may reach
    const texts = document.createTreeWalker(document.querySelector(part) ?? document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
      let box = text.parentElement as HTMLElement;
      while (getComputedStyle(box).display.startsWith("inline")) box = box.parentElement as HTMLElement;
      if (box.clientWidth <= 1 || getComputedStyle(box).overflowX !== "visible") continue;
      const right = box.getBoundingClientRect().right + gap;
      for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
        if (lines.some((line) => line.right > right)) faults.add(`${word} is outside its box`);
        const isUsual = /^(\p{L}{2,16}|₹[\d,.]+)[.,;:]?$/u.test(word);
        if (isUsual && new Set(lines.map(({ top }) => Math.round(top))).size > 1) faults.add(`${word} is broken`);
      }
    }
    for (const cell of document.querySelectorAll<HTMLElement>("td[data-label]:empty")) {
      if (cell.offsetParent && getComputedStyle(cell, "::before").content !== "none")
        faults.add(`${cell.dataset.label} has no value`);
    }
    return [...faults];
  }, part);
}

/**
 * Returns what breaks on an open page while the reader's browser has larger texts, on a tablet and on a phone: the faults
 * above, and a page that is wider than the window.
 */
export async function largeTextFaults(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const setTextSize = (standard: number) => session.send("Page.setFontSizes", { fontSizes: { standard } });
  const faults: string[] = [];
  for (const [width, height, size] of [
    [1024, 768, 32],
    [390, 844, 24],
  ] as const) {
    await page.setViewportSize({ width, height });
    await setTextSize(size);
    await expect.poll(() => page.evaluate((em) => matchMedia(`(width: ${em}em)`).matches, width / size)).toBe(true);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (excess > 0) faults.push(`at ${width} px the page is ${excess} px too wide`);
    faults.push(...(await layoutFaults(page, "body")));
  }
  await setTextSize(16);
  await session.detach();
  return faults;
}
