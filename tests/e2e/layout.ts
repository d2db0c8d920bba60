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
 * Returns what breaks on an open page while the reader's browser has texts of twice the usual size, in the window of a
 * tablet: the faults above, and a page that is wider than the window.
 */
export async function largeTextFaults(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const setTextSize = (standard: number) => session.send("Page.setFontSizes", { fontSizes: { standard } });
  await page.setViewportSize({ width: 1024, height: 768 });
  await setTextSize(32);
  await expect.poll(() => page.evaluate(() => matchMedia("(width: 32em)").matches)).toBe(true);
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  const faults = await layoutFaults(page, "body");
  await setTextSize(16);
  await session.detach();
  return excess > 0 ? [`the page is ${excess} px too wide`, ...faults] : faults;
}
