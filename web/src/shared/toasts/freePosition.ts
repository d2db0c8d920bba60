export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface PositionRequest {
  /** The area in which the box may be placed. */
  area: Box;
  size: { width: number; height: number };
  /** Areas that must not be covered. */
  taken: Box[];
}

const step = 12;
const gap = 6;

/**
 * Finds the lowest free position, on the left, in the middle or on the right. If there is none, the one that covers
 * least.
 */
export function findFreePosition({ area, size, taken }: PositionRequest): { left: number; top: number } {
  const width = Math.max(0, area.width - size.width);
  const lefts = [0, width / 2, width, width / 4, (width * 3) / 4].map((offset) => area.left + offset);
  const lowest = area.top + Math.max(0, area.height - size.height);
  let best = { left: lefts[0] ?? area.left, top: lowest, covered: Number.POSITIVE_INFINITY };
  for (let top = lowest; top >= area.top; top -= step) {
    for (const left of lefts) {
      const covered = taken.reduce((sum, box) => sum + overlap({ left, top, ...size }, box), 0);
      if (covered === 0) return { left, top };
      if (covered < best.covered) best = { left, top, covered };
    }
  }
  return { left: best.left, top: best.top };
}

/** The overlap in square pixels, with a small margin. */
function overlap(one: Box, other: Box): number {
  const width = Math.min(one.left + one.width, other.left + other.width + gap) - Math.max(one.left, other.left - gap);
  const height = Math.min(one.top + one.height, other.top + other.height + gap) - Math.max(one.top, other.top - gap);
  return width > 0 && height > 0 ? width * height : 0;
}
