import { isRejected, isRejectedWithValue, type Middleware } from "@reduxjs/toolkit";
import {
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
  type QueryReturnValue,
} from "@reduxjs/toolkit/query";
import { callerHeaders } from "@/shared/session/activity";
import { pendingActionOfCall } from "@/shared/session/pendingAction";
import { hasJustLeft } from "@/shared/session/persistence";
import { selectHasEnded, sessionEnded } from "@/shared/session/sessionSlice";
import { askForProof } from "@/shared/session/stepUp";
import type { ApiError } from "./errors";
import { changesEntry, forgetKeys, isKeyedRequest, withIdempotencyKey } from "./idempotencyKeys";
import { lastEvent } from "./lastEvent";
import type { Role } from "./types";

/** Passed to the store of each entry: the role whose session its requests use. */
export interface StoreExtra {
  role: Role;
}

export interface ApiMeta {
  /** The whole body, for fields next to `data`: `nextCursor`, `counts`, `items`, `message`. */
  body: Record<string, unknown>;
  /** Whether the request was a sign-in: its 401 is about the password. */
  isSignIn?: boolean;
}

const xsrfCookie = "XSRF-TOKEN";

export function readXsrfToken(cookies: string = document.cookie): string | undefined {
  const pair = cookies.split("; ").find((cookie) => cookie.startsWith(`${xsrfCookie}=`));
  return pair && decodeURIComponent(pair.slice(xsrfCookie.length + 1));
}

const send = fetchBaseQuery({
  // Absolute, because fetch outside a browser accepts no relative URL.
  baseUrl: new URL("/api", window.location.origin).href,
  credentials: "same-origin",
  timeout: 20_000,
  prepareHeaders(headers, { extra }) {
    headers.set("Accept", "application/json");
    for (const [name, value] of Object.entries(callerHeaders((extra as StoreExtra).role))) headers.set(name, value);
    if (lastEvent.id) headers.set("X-After-Event", `${lastEvent.id}`);
    return headers;
  },
});

function withXsrf(request: FetchArgs): FetchArgs {
  const method = (request.method ?? "GET").toUpperCase();
  const token = method === "GET" || method === "HEAD" ? undefined : readXsrfToken();
  if (!token) return request;
  return { ...request, headers: { ...(request.headers as Record<string, string>), "X-XSRF-TOKEN": token } };
}

// biome-ignore lint/complexity/noBannedTypes: RTK Query's own word for "no extra options"
type NoOptions = {};
type Answer = QueryReturnValue<unknown, ApiError, ApiMeta>;

export const baseQuery: BaseQueryFn<string | FetchArgs, unknown, ApiError, NoOptions, ApiMeta> = async (
  args,
  api,
  options,
) => {
  const request = typeof args === "string" ? { url: args } : args;
  if (!isKeyedRequest(request)) {
    const result = await answerTo(request, api, options);
    // Also after a failure: without a response the entry may be changed, and after a 404 it does not exist any more.
    if (changesEntry(request)) forgetKeys(request.url);
    return result;
  }
  const headers = request.headers as Record<string, string> | undefined;
  return withIdempotencyKey(request, (key) =>
    answerTo({ ...request, headers: { "Idempotency-Key": key, ...headers } }, api, options),
  );
};

async function answerTo(args: FetchArgs, api: BaseQueryApi, options: NoOptions): Promise<Answer> {
  let result = await send(withXsrf(args), api, options);
  const isRefusedFor = (name: string) => result.error && toApiError(result.error, undefined).errors[name];
  if (isRefusedFor("xsrf")) {
    // The refusal set a new XSRF cookie; retry once.
    result = await send(withXsrf(args), api, options);
  }
  if (isRefusedFor("stepUp") && (await askForProof())) {
    result = await send(withXsrf(args), api, options);
  }
  if (isRefusedFor("seen")) {
    // During an upgrade, the API of the previous version does not know `seen`.
    result = await send(withXsrf({ ...args, body: { ...args.body, seen: undefined } }), api, options);
  }
  if (result.error) {
    const error = toApiError(result.error, result.meta?.response);
    return { error, meta: { body: {}, isSignIn: isSignIn(args) } };
  }
  const body = result.data;
  if (Array.isArray(body)) return { data: body, meta: { body: {} } };
  const whole = (body ?? {}) as Record<string, unknown>;
  return { data: whole.data ?? null, meta: { body: whole } };
}

interface RejectedMeta {
  arg?: { type?: string; endpointName?: string; originalArgs?: unknown };
  baseQueryMeta?: ApiMeta;
  aborted?: boolean;
}

/** Ends the session after the caller received the error, since ending it aborts all pending requests. */
export const sessionEndMiddleware =
  (role: Role): Middleware =>
  ({ dispatch, getState }) =>
  (next) =>
  (action) => {
    const done = next(action);
    const { arg, baseQueryMeta, aborted } = (isRejected(action) ? action.meta : {}) as RejectedMeta;
    // The route guard redirects pages that need a sign-in; an action on a public page needs the redirect of the layout.
    // A page queries its device automatically.
    const signInNeeded = arg?.type === "mutation" && arg.endpointName !== "showDevice";
    const pendingAction = pendingActionOfCall(arg?.endpointName, arg?.originalArgs);
    if (isRejectedWithValue(action)) {
      const ended = !baseQueryMeta?.isSignIn && endOfSession(action.payload as ApiError, role);
      if (ended) dispatch(sessionEnded({ ...ended, pendingAction, signInNeeded }));
    } else if (aborted && signInNeeded && selectHasEnded(getState(), role)) {
      // The session was already found to be over by a query or the socket.
      dispatch(sessionEnded({ role, pendingAction, signInNeeded }));
    }
    return done;
  };

/** The end of a role's session, if the refusal tells of it. */
export function endOfSession({ status, data }: ApiError, role: Role): { role: Role; reason?: string } | undefined {
  const told = (data as { ended?: Partial<Record<Role, string>> } | null | undefined)?.ended?.[role];
  // If another role is signed in too, the response is not a 401, but names the ended session.
  if (status !== 401 && !told) return undefined;
  return { role, reason: told ?? (hasJustLeft() ? "signed_out" : undefined) };
}

function isSignIn(args: string | FetchArgs): boolean {
  return /\/login\/?$/.test(typeof args === "string" ? args : args.url);
}

function toApiError(error: FetchBaseQueryError, response: Response | undefined): ApiError {
  if (typeof error.status === "string") {
    const status =
      error.status === "FETCH_ERROR" ? "offline" : error.status === "TIMEOUT_ERROR" ? "timeout" : "unreadable";
    const answered = error.status === "PARSING_ERROR" ? error.originalStatus : undefined;
    return { status: answered && answered >= 400 ? answered : status, message: "", errors: {} };
  }
  const body = (error.data ?? {}) as { message?: string; errors?: Record<string, string>; data?: unknown };
  const retryAfter = Number(response?.headers.get("Retry-After")) || undefined;
  return { status: error.status, message: body.message ?? "", errors: body.errors ?? {}, data: body.data, retryAfter };
}
