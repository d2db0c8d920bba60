import { useEffect } from "react";

interface Told {
  description?: string;
  /** The canonical path; undefined for pages that search engines should not index. */
  path?: string;
}

const longest = 155;

const canonical = 'link[rel="canonical"]';
/** The head that the server wrote. There is none in development, and no document while templates are rendered. */
const served =
  typeof document === "undefined"
    ? null
    : document.querySelector<HTMLElement & { href?: string }>(`${canonical}, meta[name="robots"]`);
const base = served?.href ?? window.location.href;
const address = () => window.location.pathname + window.location.search;
/** The address of the served head, until another page changes the head. */
let servedAt = served && address();

/** The absolute address of a path, at the shop's public address if the served page names it. */
export const absolute = (path: string) => new URL(path, base).href;

/** Shortens a text to one line at a word boundary, as the server does. */
export function shortened(text: string): string {
  const line = text.split(/\s+/).filter(Boolean).join(" ");
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1);
  return `${cut.slice(0, Math.max(0, cut.lastIndexOf(" "))).replace(/[,;:. ]+$/, "")}…`;
}

/** Updates the metadata for search engines on client-side navigation. A served page keeps its own until then. */
export function useHead(told: Told | undefined) {
  const { description, path } = told ?? {};
  const isTold = told !== undefined;
  useEffect(() => {
    if (!isTold || address() === servedAt) return;
    servedAt = null;
    place('meta[name="robots"]', path === undefined, () => element("meta", { name: "robots", content: "noindex" }));
    place(canonical, path !== undefined, () => element("link", { rel: "canonical" }));
    place('meta[name="description"]', Boolean(description), () => element("meta", { name: "description" }));
    document.querySelector(canonical)?.setAttribute("href", absolute(path ?? ""));
    document.querySelector('meta[name="description"]')?.setAttribute("content", description ?? "");
  }, [isTold, description, path]);
}

function place(selector: string, isWanted: boolean, make: () => HTMLElement) {
  const found = document.head.querySelector(selector);
  if (isWanted && !found) document.head.append(make());
  if (!isWanted) found?.remove();
}

function element(name: string, attributes: Record<string, string>): HTMLElement {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}
