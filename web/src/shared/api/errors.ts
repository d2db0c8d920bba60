/** What a call rejects with: the server's failure shape, or the reason why there was no answer. */
export interface ApiError {
  status: number | "offline" | "timeout" | "unreadable";
  message: string;
  errors: Record<string, string>;
  /** Present where a refusal carries data, such as new prices. */
  data?: unknown;
  /** Seconds, from Retry-After. */
  retryAfter?: number;
}

const noAnswer: Record<string, string> = {
  offline: "The shop did not answer. Check your connection and try again.",
  timeout: "The shop took too long to answer. Please try again.",
  unreadable: "The shop gave an answer we could not read. Please try again.",
};

export function isApiError(error: unknown): error is ApiError {
  return typeof error === "object" && error !== null && "status" in error && "errors" in error;
}

/** Nobody is signed in any more: the server said so, or the call was cut off as that was known. The sign-in tells it. */
export function isSignedOut(error: unknown): boolean {
  return isApiError(error) ? error.status === 401 : (error as Error | undefined)?.name === "AbortError";
}

/** The text for a person: the specified one for this action, or the server's sentence where it says more. */
export function errorText(error: unknown, fallback: string): string {
  if (!isApiError(error)) return fallback;
  if (error.status === 429) return tooMany(error);
  const refused = typeof error.status === "number" && error.status >= 400 && error.status < 500;
  return refused && error.message ? error.message : fallback;
}

/** A sentence on why an action failed, to stand under a specified heading such as "Failed to load orders". */
export function errorReason(error: unknown): string {
  if (!isApiError(error)) return "Something went wrong. Please try again.";
  if (typeof error.status === "string") return noAnswer[error.status] ?? "Something went wrong. Please try again.";
  if (error.status === 429) return tooMany(error);
  if (error.status >= 500) return "The shop could not do this just now. Please try again.";
  return error.message || "Something went wrong. Please try again.";
}

/** What is wrong with each field, to stand at it; the server goes on from the field's name. */
export function fieldErrors(error: unknown): Record<string, string> {
  const named = isApiError(error) ? Object.entries(error.errors) : [];
  return Object.fromEntries(named.map(([name, text]) => [name, text.charAt(0).toUpperCase() + text.slice(1)]));
}

/** Whether the server says no more than which fields are wrong, by names that no page shows. */
export function isListOfFields(error: unknown): boolean {
  return isApiError(error) && error.message === `Please check: ${Object.keys(error.errors).join(", ")}.`;
}

/** No one can tell whether the server acted: the same request may safely be sent again only with its key. */
export function isUnanswered(error: unknown): boolean {
  if (!isApiError(error)) return true;
  return typeof error.status === "string" || error.status >= 500;
}

/** The shop's own sentence on why something has to wait, undefined for any other error. */
export const pauseText = (error: unknown): string | undefined =>
  isApiError(error) && error.status === 429 && error.message ? error.message : undefined;

function tooMany(error: ApiError): string {
  const seconds = error.retryAfter;
  if (!seconds) return error.message || "Too many tries. Please wait a moment.";
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `Too many tries. Please wait ${wait} and try again.`;
}
