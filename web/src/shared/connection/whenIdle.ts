import { retryDelay } from "./retry";

/**
 * Runs `start` when the browser is idle, such as to fetch what is not part of the first load. Returns a function that
 * cancels it.
 */
export function whenIdle(start: () => Promise<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout>;
  // Retry a file that could not be fetched over a poor connection.
  const run = () => void start().catch(() => (timer = setTimeout(run, retryDelay.most)));
  if (typeof window.requestIdleCallback !== "function") {
    timer = setTimeout(run, 200);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(run, { timeout: 1500 });
  return () => {
    window.cancelIdleCallback(handle);
    clearTimeout(timer);
  };
}
