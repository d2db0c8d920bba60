import { useSyncExternalStore } from "react";

const tickInterval = 20_000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const readers = new Set<() => void>();

// One timer for all rows.
function subscribe(reader: () => void) {
  readers.add(reader);
  timer ??= setInterval(tick, tickInterval);
  return () => {
    readers.delete(reader);
    if (readers.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

function tick() {
  now = Date.now();
  for (const reader of readers) reader();
}

function read() {
  if (!timer && Math.abs(Date.now() - now) > tickInterval) now = Date.now(); // a clock may be set back
  return now;
}

/** The time in milliseconds, updated every 20 seconds. */
export const useNow = () => useSyncExternalStore(subscribe, read);

/** A value derived from the time; renders only when the value changes. */
export const useFromNow = <T extends string | number | null>(select: (now: number) => T) =>
  useSyncExternalStore(subscribe, () => select(read()));
