/** In milliseconds between retries, without a limit of their number. */
export const retryDelay = { first: 300, most: 2000 };

/** In milliseconds: the delay of a retry after this many others; random, so that not all pages reconnect at once. */
export const delayOfRetry = (before: number) =>
  Math.min(retryDelay.most, retryDelay.first * 2 ** before) * (0.75 + Math.random() / 2);
