import { pluralize } from "@/shared/format";

/** The error of a request: the server's failure response, or the reason for no response. */
export interface ApiError {
  status: number | "offline" | "timeout" | "unreadable";
  message: string;
  errors: Record<string, string>;
  /** Data of a refusal, such as new prices. */
  data?: unknown;
  /** In seconds, from Retry-After. */
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

/** Whether there is no such thing (any more). A query keeps the data that it had before. */
export const isNotFound = (error: unknown): boolean => isApiError(error) && error.status === 404;

/** Whether the session has ended: by a 401, or by an abort because of it. The sign-in page reports it. */
export function isSignedOut(error: unknown): boolean {
  return isApiError(error) ? error.status === 401 : (error as Error | undefined)?.name === "AbortError";
}

/** The message of an error: the server's message if it is specific, or the fallback. */
export function errorText(error: unknown, fallback = "Not saved. Please try again."): string {
  if (!isApiError(error)) return fallback;
  const refused = typeof error.status === "number" && error.status >= 400 && error.status < 500;
  if (refused && error.message) return refusalText(error);
  return error.status === 429 ? tooMany(error) : fallback;
}

/** A sentence about why a request failed, for use under a heading such as "Failed to load orders". */
export function errorReason(error: unknown): string {
  if (!isApiError(error)) return "Something went wrong. Please try again.";
  if (typeof error.status === "string") return noAnswer[error.status] ?? "Something went wrong. Please try again.";
  if (error.status === 429) return error.message || tooMany(error);
  if (error.status >= 500) return "The shop could not do this just now. Please try again.";
  return refusalText(error) || "Something went wrong. Please try again.";
}

/** The message of a refusal. The message about one field names the field alone, so the reason is added. */
function refusalText({ message, errors }: ApiError): string {
  const [field, ...others] = Object.entries(errors);
  const isBare = field && others.length === 0 && message === `Please check: ${field[0]}.`;
  return isBare ? `Please check: ${field.join(" ")}.` : message;
}

/** The errors by field, with a capital first letter. */
export function fieldErrors(error: unknown): Record<string, string> {
  const named = isApiError(error) ? Object.entries(error.errors) : [];
  return Object.fromEntries(named.map(([name, text]) => [name, text.charAt(0).toUpperCase() + text.slice(1)]));
}

/** Whether the message only lists the wrong fields by their API names. */
export function hasOnlyFieldErrors(error: unknown): boolean {
  return isApiError(error) && error.message === `Please check: ${Object.keys(error.errors).join(", ")}.`;
}

/** Whether the outcome is unknown: the request may only be repeated with the same idempotency key. */
export function isUnanswered(error: unknown): boolean {
  if (!isApiError(error)) return true;
  return typeof error.status === "string" || error.status >= 500;
}

/** The server's message of a rate limit; undefined for other errors. */
export const rateLimitText = (error: unknown): string | undefined =>
  isApiError(error) && error.status === 429 && error.message ? error.message : undefined;

/** Returns the message for a 429 without one, which a proxy may send. */
function tooMany({ retryAfter: seconds }: ApiError): string {
  if (!seconds) return "Too many tries. Please wait a moment.";
  return `Too many tries. Please wait ${waitInWords(seconds)} and try again.`;
}

function waitInWords(seconds: number): string {
  if (seconds < 120) return pluralize(seconds, "second");
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`;
}
