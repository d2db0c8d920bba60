import type { ProductType } from "@/shared/api/types";
import table from "./pages.json";

export interface PageState {
  title: string;
  text: string;
  button?: string;
  /** The address that the button's form is sent to, without the token, and the state that follows. */
  action?: string;
  following?: string;
}

/** The metadata of a page for search engines. The server reads the same table. */
export interface PageFacts {
  template: string;
  title: string;
  description?: string;
  productType?: ProductType;
  /** The description of one category's list, with the placeholder `{name}`. */
  ofCategory?: string;
  /** The text and the button of a page by the `state` in its URL. */
  states?: Record<string, PageState>;
  /** The endpoints of the data that the page shows to its shopper alone; the server preloads them. */
  own?: string[];
  /** Personal pages, excluded from search engines. */
  private?: boolean;
}

const pages = table as Record<string, PageFacts | { same: string }>;

/** The table entry of a path, with its canonical path; undefined if there is none. */
export function pageAt(pathname: string): { path: string; facts: PageFacts } | undefined {
  const path = pathname === "/" ? "/" : pathname.replace(/\/+$/, "");
  const found = Object.hasOwn(pages, path) ? pages[path] : undefined;
  if (!found) return undefined;
  return "same" in found ? pageAt(found.same) : { path, facts: found };
}

const pagesOf = (template: string) =>
  Object.entries(pages).flatMap(([path, page]) =>
    "template" in page && page.template === template ? [{ ...page, path: path.slice(1) }] : [],
  );

/** The lists with a path of their own. */
export const collections = pagesOf("list");

/** The pages on shipping, returns, care, sizes, privacy and terms, whose text comes from the API. */
export const policies = pagesOf("policy");
