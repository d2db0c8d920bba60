import { type ApiError, isUnanswered } from "./errors";

/**
 * Idempotency keys of create requests, and of the change of many products, whose percentages would add up: the server
 * executes one request for each key, however often it is sent. Each action gets a new key. A request without a response
 * may have succeeded, so the same request soon afterwards gets the same key, unless what it may have created was changed
 * or removed in between: the server would repeat its first response and create nothing.
 */
const createPaths =
  /^\/?(cart|wishlist|address|review|category|vendor|product(image)?|goldrate|customer(\/notes)?|order(\/notes)?|payment\/refund(\/sent)?|return|stock|admin\/(keys|webhooks))\/$/;
const reuseWithin = 5 * 60_000;

/** `path` is that of a create request; a change of many products has none. */
const unanswered = new Map<string, { key: string; at: number; path: string | undefined }>();

interface Outgoing {
  url: string;
  method?: string;
  params?: Record<string, unknown>;
  body?: unknown;
}

/** Whether a request takes a key: it creates something, or changes many products and is no preview. */
export const isKeyedRequest = ({ url, method, params, body }: Outgoing) => {
  if (method !== "POST" || params?.id !== undefined) return false;
  if (params?.flag === undefined) return createPaths.test(url);
  return params.flag === "bulk" && /^\/?product\/$/.test(url) && !(body as { dryRun?: boolean } | undefined)?.dryRun;
};

/** Whether a request changes or removes an entry, and is no preview. */
export const changesEntry = ({ method, params }: Outgoing) =>
  (method === "POST" || method === "DELETE") && params?.id !== undefined && !params.dryRun;

/** Forgets the keys of unanswered create requests to a path, because an entry of it was changed or removed. */
export function forgetKeys(url: string): void {
  for (const [what, { path }] of unanswered) if (path === pathOf(url)) unanswered.delete(what);
}

const pathOf = (url: string) => url.replace(/^\/|\?.*$/g, "");

/** Sends a request with a key. The key is stored for a retry if there is no response. */
export async function withIdempotencyKey<Result extends { error?: ApiError | undefined }>(
  request: Outgoing,
  send: (key: string) => Promise<Result>,
): Promise<Result> {
  const what = `${request.url} ${written(request.params)} ${written(request.body)}`;
  const before = unanswered.get(what);
  unanswered.delete(what);
  const key = before && Date.now() - before.at < reuseWithin ? before.key : newIdempotencyKey();
  const result = await send(key);
  if (result.error && isUnanswered(result.error)) {
    const path = request.params?.flag ? undefined : pathOf(request.url);
    unanswered.set(what, { key, at: Date.now(), path });
  }
  return result;
}

/** A random key. `randomUUID` exists in secure contexts only. */
export const newIdempotencyKey = () =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function written(body: unknown): string {
  if (!(body instanceof FormData)) return JSON.stringify(body ?? null);
  const parts = [...body].map(([name, value]) =>
    value instanceof File ? [name, value.name, value.size, value.lastModified] : [name, value],
  );
  return JSON.stringify(parts);
}
