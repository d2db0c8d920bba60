import { beforeEach, expect, test } from "vitest";
import { trackFocus } from "./restoreFocus";

const PAGE = `
  <a href="#content">Skip to the content</a>
  <a href="/">Swarna</a><a href="/">Home</a>
  <main id="content" tabindex="-1"><button type="button">Buy</button></main>
`;

let root: HTMLElement;

beforeEach(() => {
  document.body.innerHTML = `<button id="outside" type="button"></button><div id="root">${PAGE}</div>`;
  root = document.getElementById("root") as HTMLElement;
});

const all = (selector: string) => Array.from(root.querySelectorAll<HTMLElement>(selector));

test.each([
  ["the second of two alike", () => all("a")[2]],
  ["what a link leads to", () => all("main")[0]],
  ["a button without a name", () => all("button")[0]],
])("%s keeps the focus when the page is drawn anew", (_, find) => {
  find()?.focus();
  const refocus = trackFocus(root);
  root.innerHTML = PAGE;
  refocus();
  expect(document.activeElement).toBe(find());
});

test("the last focused control keeps the focus", () => {
  const refocus = trackFocus(root);
  all("a")[0]?.focus();
  all("a")[1]?.focus();
  root.innerHTML = PAGE;
  refocus();
  expect(document.activeElement).toBe(all("a")[1]);
});

test("typed text is kept and reported to the page", () => {
  const served = `<input name="search">${PAGE}`;
  root.innerHTML = served;
  const field = () => root.querySelector("input") as HTMLInputElement;
  const refocus = trackFocus(root);
  field().focus();
  field().value = "pad";
  field().dispatchEvent(new Event("pointerdown", { bubbles: true }));
  root.innerHTML = served;
  const heard: string[] = [];
  root.addEventListener("input", ({ target }) => heard.push((target as HTMLInputElement).value));
  refocus();
  expect(document.activeElement).toBe(field());
  expect(heard).toEqual(["pad"]);
});

test("the focus is not moved after a click elsewhere", () => {
  const refocus = trackFocus(root);
  all("a")[0]?.focus();
  root.dispatchEvent(new Event("pointerdown"));
  root.innerHTML = PAGE;
  refocus();
  expect(document.activeElement).toBe(document.body);
});
