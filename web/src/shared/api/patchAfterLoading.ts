import type { ThunkAction, ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";

// biome-ignore lint/suspicious/noExplicitAny: each entry has a store of its own shape
type Store = any;
type Thunk<Result> = ThunkAction<Result, Store, Store, UnknownAction>;

/** Patches a list again after the response of a pending query, which may be older than the change. */
export async function patchAfterLoading(
  dispatch: ThunkDispatch<Store, Store, UnknownAction>,
  runningQuery: Thunk<Promise<unknown> | undefined>,
  patch: Thunk<unknown>,
): Promise<void> {
  if (await dispatch(runningQuery)) dispatch(patch);
}
