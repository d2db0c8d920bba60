import { callerHeaders } from "@/shared/session/activity";
import { readXsrfToken, type StoreExtra } from "./baseQuery";
import type { ApiError } from "./errors";
import { forgetKeys, isKeyedRequest, withIdempotencyKey } from "./idempotencyKeys";
import type { Role } from "./types";

interface Sending {
  signal: AbortSignal;
  /** The `StoreExtra` of the store. */
  extra: unknown;
}

/** Long enough for a slow line that empties its buffers, in milliseconds. */
export const idleTimeout = 60_000;

/** Receives the uploaded part, from 0 to 1. */
export type OnProgress = (part: number) => void;

type Sent = { data: unknown; error?: undefined } | { data?: undefined; error: ApiError };

interface Body {
  data?: unknown;
  message?: string;
  errors?: Record<string, string>;
}

/**
 * Sends a form with files by XMLHttpRequest, which reports upload progress, unlike `fetch`. An upload may take as long
 * as it needs; it fails when nothing has happened for a minute.
 */
export async function sendForm(path: string, form: FormData, call: Sending, onProgress?: OnProgress): Promise<Sent> {
  const request = { url: path, method: "POST", body: form };
  const { role } = call.extra as StoreExtra;
  const send = (key?: string) => sendOnce(path, form, role, call.signal, onProgress, key);
  const sent = await (isKeyedRequest(request) ? withIdempotencyKey(request, send) : send());
  // Also after a failure, as in `baseQuery`.
  if (/[?&]id=/.test(path)) forgetKeys(path);
  return sent;
}

async function sendOnce(...args: Parameters<typeof post>): Promise<Sent> {
  let sent = await post(...args);
  // The refusal set a new XSRF cookie; retry once.
  if (sent.error?.errors.xsrf) sent = await post(...args);
  if (!sent.error?.errors.seen) return sent;
  // During an upgrade, the API of the previous version does not know `seen`.
  args[1].delete("seen");
  return post(...args);
}

function post(
  path: string,
  form: FormData,
  role: Role,
  signal: AbortSignal,
  onProgress: OnProgress | undefined,
  key: string | undefined,
): Promise<Sent> {
  return new Promise((settle) => {
    const request = new XMLHttpRequest();
    const failed = (status: ApiError["status"]) => settle({ error: { status, message: "", errors: {} } });
    let timer = 0;
    const wait = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        failed("timeout");
        request.abort();
      }, idleTimeout);
    };
    request.open("POST", new URL(`/api${path}`, window.location.origin).href);
    request.setRequestHeader("Accept", "application/json");
    for (const [name, value] of Object.entries(callerHeaders(role))) request.setRequestHeader(name, value);
    const token = readXsrfToken();
    if (token) request.setRequestHeader("X-XSRF-TOKEN", token);
    if (key) request.setRequestHeader("Idempotency-Key", key);
    request.upload.onprogress = ({ loaded, total }) => {
      wait();
      onProgress?.(total ? loaded / total : 0);
    };
    request.onloadend = () => window.clearTimeout(timer);
    request.onerror = () => failed("offline");
    request.onabort = () => failed("offline");
    request.onload = () => settle(read(request));
    signal.addEventListener("abort", () => request.abort());
    wait();
    request.send(form);
  });
}

function read(request: XMLHttpRequest): Sent {
  const body = parsed(request.responseText);
  if (request.status >= 200 && request.status < 300)
    return body ? { data: body.data ?? null } : { error: { status: "unreadable", message: "", errors: {} } };
  const { message = "", errors = {}, data } = body ?? {};
  const retryAfter = Number(request.getResponseHeader("Retry-After")) || undefined;
  return { error: { status: request.status || "offline", message, errors, data, retryAfter } };
}

function parsed(text: string): Body | undefined {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return undefined;
  }
}

/** Builds a form from fields by their names in the API. */
export function formOf(fields: Record<string, string | number | File | undefined>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, value instanceof File ? value : String(value));
  }
  return form;
}
