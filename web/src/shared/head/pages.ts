import type { ProductType } from "@/shared/api/types";
import table from "./pages.json";

export interface PageState {
  title: string;
  text: string;
  button?: string;
}

/** What a search engine is told of an address. The server reads the same table. */
export interface PageFacts {
  template: string;
  title: string;
  description?: string;
  productType?: ProductType;
  /** The description of one category's list, with a place for its `{name}`. */
  ofCategory?: string;
  /** What the page says and which button it has, by the `state` in its address. */
  states?: Record<string, PageState>;
  /** Nobody's business but the person's: not to be found by searching. */
  private?: boolean;
}

const pages = table as Record<string, PageFacts | { same: string }>;

/** The page of an address and the one address that it should be known by; nothing where it is not in the table. */
export function pageAt(pathname: string): { path: string; facts: PageFacts } | undefined {
  const path = pathname === "/" ? "/" : pathname.replace(/\/+$/, "");
  const found = Object.hasOwn(pages, path) ? pages[path] : undefined;
  if (!found) return undefined;
  return "same" in found ? pageAt(found.same) : { path, facts: found };
}

/** The lists that have an address of their own. */
export const collections = Object.entries(pages).flatMap(([path, page]) =>
  "template" in page && page.template === "list" ? [{ ...page, path: path.slice(1) }] : [],
);
