import { type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";

interface WindowedOptions {
  /** How many lines there are in all; they share one height, or nearly. */
  count: number;
  /** In pixels, until a line is measured. */
  height: number;
  /** Between two lines, in pixels. */
  gap?: number;
  /** The same line has the same key wherever it stands. */
  keyOf: (line: number) => number | string;
  box: RefObject<HTMLElement | null>;
}

/** A line to draw, or the room that lines take which are not drawn. */
export type Piece = { line: number } | { room: number; key: string };

/** Of a long list that scrolls with the page, only what is in sight, a little around it, and where the focus is. */
export function useWindowed({ count, height, gap = 0, keyOf, box }: WindowedOptions) {
  const top = useTop(box, count);
  const focused = useRef<number | null>(null);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    gap,
    getItemKey: keyOf,
    scrollMargin: top,
    // Elements without a layout, as in a test, count as high as they should be.
    measureElement: (element) => element.getBoundingClientRect().height || height,
    rangeExtractor: (range) => withFocused(range, focused.current),
  });

  const pieces: Piece[] = [];
  let end = 0;
  for (const item of virtualizer.getVirtualItems()) {
    const start = item.start - top;
    if (start - end > gap + 1) pieces.push({ room: start - end - gap, key: `before ${item.key}` });
    pieces.push({ line: item.index });
    end = start + item.size;
  }
  const rest = virtualizer.getTotalSize() - end;
  if (rest > gap + 1) pieces.push({ room: rest - gap, key: "after" });
  return {
    pieces,
    /** The last line in sight. */
    last: virtualizer.range?.endIndex ?? 0,
    measure: virtualizer.measureElement,
    scrollTo: (line: number) => virtualizer.scrollToIndex(line, { align: "auto" }),
    /** The line that holds the focus stays, however far it is scrolled away. */
    keep: (line: number | null) => {
      focused.current = line;
    },
  };
}

/** Where the list begins on the page. Not looked up in every frame of a scroll: to look is to lay out. */
function useTop(box: RefObject<HTMLElement | null>, count: number): number {
  const [top, setTop] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list may begin elsewhere
  useLayoutEffect(() => {
    const look = () => {
      if (box.current) setTop(Math.round(box.current.getBoundingClientRect().top + window.scrollY));
    };
    look();
    window.addEventListener("resize", look);
    return () => window.removeEventListener("resize", look);
  }, [box, count]);
  return top;
}

/** Lines are drawn and taken away so many at a time: to lay out the list anew in each frame of a scroll is too slow. */
const block = 8;

function withFocused({ startIndex, endIndex, count }: Range, focused: number | null): number[] {
  const first = Math.max(0, (Math.floor(startIndex / block) - 1) * block);
  const end = Math.min(count, (Math.floor(endIndex / block) + 2) * block);
  const lines = Array.from({ length: end - first }, (_, at) => first + at);
  if (focused === null || focused >= count || lines.includes(focused)) return lines;
  return [...lines, focused].sort((one, other) => one - other);
}
