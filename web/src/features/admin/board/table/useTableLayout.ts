import { type RefObject, useEffect, useLayoutEffect, useState } from "react";

/** In pixels; a narrower table has no room for product names. */
const narrowestTable = 1080;
const row = { height: 63, gap: 0 };
const card = { width: 330, height: 272, gap: 10 };

/** Returns the row height of the table or, on a narrow page, the number and size of cards in a line. */
export function useTableLayout(box: RefObject<HTMLElement | null>) {
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

// An element without layout, as in a test, counts as wide.
const widthOf = (element: HTMLElement) =>
  (element.closest("table")?.parentElement ?? element).clientWidth || narrowestTable;
