import { type AtRule, type Container, parse, type Rule } from "postcss";

/**
 * Returns the rules of a stylesheet that the first render needs: those whose tags, classes and ids are all in the
 * markup.
 */
export function criticalCss(css: string, markup: string): string {
  const there = namesIn(markup);
  const isNeeded = (selector: string) => namesOf(selector).every((name) => there.has(name));
  const sheet = parse(css);
  sheet.walkRules((rule: Rule) => {
    if ((rule.parent as AtRule).name?.endsWith("keyframes")) return;
    const kept = rule.selectors.filter(isNeeded);
    if (kept.length) rule.selectors = kept;
    else rule.remove();
  });
  const motions = textOf(sheet, (name) => name.startsWith("animation"));
  sheet.walkAtRules((rule) => {
    if (rule.name.endsWith("keyframes") && !motions.includes(rule.params)) rule.remove();
    if (rule.name === "media" && (rule.params === "print" || rule.nodes?.length === 0)) rule.remove();
  });
  dropUnusedVariables(sheet);
  return sheet.toString();
}

function namesIn(markup: string): Set<string> {
  const names = new Set(["html", "body"]);
  for (const [, tag] of markup.matchAll(/<([a-z][\w-]*)/g)) names.add(tag as string);
  for (const [, classes = ""] of markup.matchAll(/ class="([^"]*)"/g)) {
    for (const name of classes.split(" ")) names.add(`.${name}`);
  }
  for (const [, id] of markup.matchAll(/ id="([^"]*)"/g)) names.add(`#${id}`);
  return names;
}

/** Pseudo-classes and attribute selectors are ignored. */
function namesOf(selector: string): string[] {
  const still = selector.replace(/\[[^\]]*\]|::?[\w-]+(\([^()]*\))?/g, "");
  return still.match(/[.#]?[a-zA-Z][\w-]*/g) ?? [];
}

function dropUnusedVariables(sheet: Container) {
  for (let before = -1, left = 0; before !== left; ) {
    before = left;
    left = 0;
    const used = new Set(textOf(sheet, () => true).match(/(?<=var\()--[\w-]+/g));
    sheet.walkDecls(/^--/, (declaration) => {
      if (used.has(declaration.prop)) left += 1;
      else declaration.remove();
    });
  }
  sheet.walkRules((rule) => {
    if (rule.nodes.length === 0) rule.remove();
  });
}

function textOf(sheet: Container, isAsked: (property: string) => boolean): string {
  const values: string[] = [];
  sheet.walkDecls((declaration) => {
    if (isAsked(declaration.prop)) values.push(declaration.value);
  });
  return values.join(" ");
}
