/** A place in a row that closes to a ring: after the last comes the first, before the first the last. */
export const around = (place: number, count: number) => (place + count) % count;
