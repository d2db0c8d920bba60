import { callerHeaders } from "@/shared/session/activity";
import { sessionEnded } from "@/shared/session/sessionSlice";
import { askForProof } from "@/shared/session/stepUp";
import type { ApiError } from "./errors";
import type { Role } from "./types";

type Dispatch = (action: ReturnType<typeof sessionEnded>) => unknown;

/** Downloads a file from the API in a role's session; returns the error, if any. */
export async function downloadFile(
  path: string,
  params: Record<string, string>,
  dispatch: Dispatch,
  role: Role = "admin",
): Promise<ApiError | undefined> {
  const address = new URL(`/api${path}?${new URLSearchParams(params)}`, window.location.origin);
  const response = await fetch(address, {
    headers: { Accept: "text/csv, application/pdf, application/json", ...callerHeaders(role) },
  }).catch(() => undefined);
  if (!response) return { status: "offline", message: "", errors: {} };
  if (!response.ok) {
    if (response.status === 401) dispatch(sessionEnded({ role, signInNeeded: true }));
    const body = (await response.json().catch(() => ({}))) as Partial<ApiError>;
    if (body.errors?.stepUp && (await askForProof())) return downloadFile(path, params, dispatch, role);
    return { status: response.status, message: body.message ?? "", errors: body.errors ?? {} };
  }
  const file = await response.blob().catch(() => undefined);
  if (!file) return { status: "offline", message: "", errors: {} };
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  saveBlob(file, name ?? "list.csv");
}

function saveBlob(file: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Later, since the browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
