import { useEffect } from "react";

interface Told {
  description?: string;
  /** The canonical path; undefined for pages that search engines should not index. */
  path?: string;
}

const longest = 155;

/** Shortens a text to one line at a word boundary, as the server does. */
export function shortened(text: string): string {
  const line = text.split(/\s+/).filter(Boolean).join(" ");
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1);
  return `${cut.slice(0, Math.max(0, cut.lastIndexOf(" "))).replace(/[,;:. ]+$/, "")}…`;
}

/** Updates the metadata for search engines on client-side navigation. The served page already has its own. */
export function useHead(told: Told | undefined) {
  const { description, path } = told ?? {};
  const isTold = told !== undefined;
  useEffect(() => {
    if (!isTold) return;
    place('meta[name="robots"]', path === undefined, () => element("meta", { name: "robots", content: "noindex" }));
    place('link[rel="canonical"]', path !== undefined, () => element("link", { rel: "canonical" }));
    place('meta[name="description"]', Boolean(description), () => element("meta", { name: "description" }));
    document
      .querySelector('link[rel="canonical"]')
      ?.setAttribute("href", new URL(path ?? "", window.location.origin).href);
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
