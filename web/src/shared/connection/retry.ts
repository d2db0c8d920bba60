/** In milliseconds between retries, without a limit of their number. */
export const retryDelay = { first: 300, most: 2000 };

/** In milliseconds: the delay of a retry after this many others; random, so that pages do not return all at once. */
export const delayOfRetry = (before: number) =>
  Math.min(retryDelay.most, retryDelay.first * 2 ** before) * (0.75 + Math.random() / 2);

/** The socket library is not part of the first load; it is fetched when the browser is idle. */
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
