import { useSyncExternalStore } from "react";

const beat = 20_000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const readers = new Set<() => void>();

// One clock for all rows: an age on a thousand rows costs one timer.
function subscribe(reader: () => void) {
  readers.add(reader);
  timer ??= setInterval(tick, beat);
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
  if (!timer && Date.now() - now > beat) now = Date.now();
  return now;
}

/** The time in milliseconds, renewed every 20 seconds. */
export const useNow = () => useSyncExternalStore(subscribe, read);

/** What follows from the time; draws again only when that is something else. */
export const useFromNow = <T extends string | number | null>(select: (now: number) => T) =>
  useSyncExternalStore(subscribe, () => select(read()));
