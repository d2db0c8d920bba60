import { type ApiError, isUnanswered } from "./errors";

/**
 * Keys for requests that add something: the shop adds it once for each key, however often the request is sent. Each
 * click has a key of its own. One that got no answer may have been carried out all the same, so the same request made
 * again soon after has the same key.
 */
const addingAt = /^\/?(cart|wishlist|address|review|category|vendor|product|productimage|goldrate|customer|order)\/$/;
const sameWithin = 5 * 60_000;

const unanswered = new Map<string, { key: string; at: number }>();

interface Outgoing {
  url: string;
  method?: string;
  params?: Record<string, unknown>;
  body?: unknown;
}

/** Whether a request adds something: one that changes what is there names it. */
export const isAdding = ({ url, method, params }: Outgoing) =>
  method === "POST" && addingAt.test(url) && params?.id === undefined && params?.flag === undefined;

/** Sends a request under a key, which is kept for the next try where no answer comes. */
export async function underKey<Result extends { error?: ApiError | undefined }>(
  request: Outgoing,
  send: (key: string) => Promise<Result>,
): Promise<Result> {
  const what = `${request.url} ${written(request.params)} ${written(request.body)}`;
  const before = unanswered.get(what);
  unanswered.delete(what);
  const key = before && Date.now() - before.at < sameWithin ? before.key : newKey();
  const result = await send(key);
  if (result.error && isUnanswered(result.error)) unanswered.set(what, { key, at: Date.now() });
  return result;
}

/** A key that nobody else has. `randomUUID` is there over https and on this machine only. */
export const newKey = () =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function written(body: unknown): string {
  if (!(body instanceof FormData)) return JSON.stringify(body ?? null);
  const parts = [...body].map(([name, value]) =>
    value instanceof File ? [name, value.name, value.size, value.lastModified] : [name, value],
  );
  return JSON.stringify(parts);
}
