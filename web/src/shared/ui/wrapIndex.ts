/** Wraps an index around at both ends. */
export const wrapIndex = (place: number, count: number) => (place + count) % count;
