import { type RefObject, useEffect, useLayoutEffect, useState } from "react";

/** In pixels; a narrower table would have no room for the names of the pieces. */
const narrowestTable = 1080;
const row = { height: 63, gap: 0 };
const card = { width: 330, height: 220, gap: 10 };

/** Rows of one height or, where the page is narrow, cards as many abreast as fit. */
export function useTableShape(box: RefObject<HTMLElement | null>) {
  const [width, setWidth] = useState(narrowestTable);
  useLayoutEffect(() => {
    if (box.current) setWidth(widthOf(box.current));
  }, [box]);
  useEffect(() => {
    const frame = box.current?.closest("table")?.parentElement;
    if (!frame) return;
    const observer = new ResizeObserver(() => setWidth(widthOf(frame)));
    observer.observe(frame);
    return () => observer.disconnect();
  }, [box]);
  if (width >= narrowestTable) return { ...row, abreast: 1, isCards: false };
  const abreast = Math.max(1, Math.floor(width / (card.width + card.gap)));
  return { ...card, abreast: Math.min(4, abreast), isCards: true };
}

// An element without a layout, as in a test, is wide enough.
const widthOf = (element: HTMLElement) =>
  (element.closest("table")?.parentElement ?? element).clientWidth || narrowestTable;
