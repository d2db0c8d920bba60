import { useState } from "react";

/**
 * What a live region says of a part of the page: nothing at first, then each new text. A region that stands on the page
 * is needed, as screen readers mostly ignore one that is inserted with its text.
 */
export function useNews(text: string): string {
  const [{ seen, news }, setNews] = useState({ seen: text, news: "" });
  if (seen === text) return news;
  setNews({ seen: text, news: text });
  return text;
}
