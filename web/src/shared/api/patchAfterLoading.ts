import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import type { Thunk } from "./thunk";

/** Patches a list again after the response of a pending query, which may be older than the change. */
export async function patchAfterLoading(
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>,
  runningQuery: Thunk<Promise<unknown> | undefined>,
  patch: Thunk<unknown>,
): Promise<void> {
  if (await dispatch(runningQuery)) dispatch(patch);
}
