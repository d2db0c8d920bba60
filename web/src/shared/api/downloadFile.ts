import { callerHeaders } from "@/shared/session/activity";
import { sessionEnded } from "@/shared/session/sessionSlice";
import { askForProof } from "@/shared/session/stepUp";
import { endOfSession } from "./baseQuery";
import type { ApiError } from "./errors";
import type { Role } from "./types";

type Dispatch = (action: ReturnType<typeof sessionEnded>) => unknown;

/** In milliseconds, for the whole file: long enough for a long list over a slow line. */
const deadline = 120_000;

/** Downloads a file from the API in a role's session; returns the error, if any. */
export async function downloadFile(
  path: string,
  params: Record<string, string>,
  dispatch: Dispatch,
  role: Role = "admin",
): Promise<ApiError | undefined> {
  const address = new URL(`/api${path}?${new URLSearchParams(params)}`, window.location.origin);
  const headers = { Accept: "text/csv, application/pdf, application/json", ...callerHeaders(role) };
  try {
    const response = await fetch(address, { headers, signal: AbortSignal.timeout(deadline) });
    if (response.ok) {
      const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
      return saveBlob(await response.blob(), name ?? "list.csv");
    }
    const { message = "", errors = {}, data } = (await response.json().catch(() => ({}))) as Partial<ApiError>;
    const error = { status: response.status, message, errors, data };
    const ended = endOfSession(error, role);
    if (ended) dispatch(sessionEnded({ ...ended, signInNeeded: true }));
    return errors.stepUp && (await askForProof()) ? downloadFile(path, params, dispatch, role) : error;
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    return { status: isLate ? "timeout" : "offline", message: "", errors: {} };
  }
}

function saveBlob(file: Blob, name: string): undefined {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Later, since the browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
