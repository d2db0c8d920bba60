/**
 * Whether a query loads for the first time. `isLoading` is also true each time that a query without data is repeated
 * after a failure, as a live page does every few seconds; its `error` stays until there is a response.
 */
export const isFirstLoad = (query: { isLoading: boolean; error?: unknown }): boolean =>
  query.isLoading && query.error === undefined;
