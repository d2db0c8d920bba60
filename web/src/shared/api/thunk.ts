import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";

/** A thunk that runs in the store of either entry. It names the part of the state that it reads. */
// biome-ignore lint/suspicious/noExplicitAny: each entry has a store of its own shape
export type Thunk<Result = void> = ThunkAction<Result, any, unknown, UnknownAction>;
