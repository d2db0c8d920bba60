import { type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";

interface VirtualRowsOptions {
  /** The number of lines, which have about the same height. */
  count: number;
  /** In pixels, until a line is measured. */
  height: number;
  /** Between two lines, in pixels. */
  gap?: number;
  /** A stable key of each line. */
  keyOf: (line: number) => number | string;
  box: RefObject<HTMLElement | null>;
}

/** A line to render, or the height of lines that are not rendered. */
export type VirtualItem = { line: number } | { spacer: number; key: string };

/**
 * Renders only the visible lines of a long list, some around them, and the focused one. The list scrolls with the page.
 */
export function useVirtualRows({ count, height, gap = 0, keyOf, box }: VirtualRowsOptions) {
  const top = useTop(box, count);
  const focused = useRef<number | null>(null);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    gap,
    getItemKey: keyOf,
    scrollMargin: top,
    // Elements without layout, as in a test, have the estimated height.
    measureElement: (element) => element.getBoundingClientRect().height || height,
    rangeExtractor: (range) => withFocused(range, focused.current),
  });

  const items: VirtualItem[] = [];
  let end = 0;
  for (const item of virtualizer.getVirtualItems()) {
    const start = item.start - top;
    if (start - end > gap + 1) items.push({ spacer: start - end - gap, key: `before ${item.key}` });
    items.push({ line: item.index });
    end = start + item.size;
  }
  const rest = virtualizer.getTotalSize() - end;
  if (rest > gap + 1) items.push({ spacer: rest - gap, key: "after" });
  return {
    items,
    /** The last visible line. */
    last: virtualizer.range?.endIndex ?? 0,
    measure: virtualizer.measureElement,
    scrollTo: (line: number) => virtualizer.scrollToIndex(line, { align: "auto" }),
    /** Keeps the focused line rendered however far it is scrolled away. */
    keepMounted: (line: number | null) => {
      focused.current = line;
    },
  };
}

/** The list's offset from the top of the page. Not measured during scrolling, since measuring forces a layout. */
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

/** Lines are added and removed in blocks: a layout in each frame of a scroll is too slow. */
const blockSize = 8;

function withFocused({ startIndex, endIndex, count }: Range, focused: number | null): number[] {
  const first = Math.max(0, (Math.floor(startIndex / blockSize) - 1) * blockSize);
  const end = Math.min(count, (Math.floor(endIndex / blockSize) + 2) * blockSize);
  const lines = Array.from({ length: end - first }, (_, at) => first + at);
  if (focused === null || focused >= count || lines.includes(focused)) return lines;
  return [...lines, focused].sort((one, other) => one - other);
}
