import { createSlice, nanoid, type PayloadAction } from "@reduxjs/toolkit";

export type ToastKind = "success" | "info" | "warning" | "error";

export interface Toast {
  id: string;
  kind: ToastKind;
  text: string;
}

const mostShown = 4;

const toastsSlice = createSlice({
  name: "toasts",
  initialState: [] as Toast[],
  reducers: {
    toastShown: {
      reducer(state, { payload }: PayloadAction<Toast>) {
        state.unshift(payload);
        state.length = Math.min(state.length, mostShown);
      },
      prepare: (kind: ToastKind, text: string) => ({ payload: { id: nanoid(8), kind, text } }),
    },
    toastRemoved(state, { payload }: PayloadAction<string>) {
      return state.filter((toast) => toast.id !== payload);
    },
  },
  selectors: { selectToasts: (state) => state },
});

export const toastsReducer = toastsSlice.reducer;
export const { toastShown, toastRemoved } = toastsSlice.actions;
export const { selectToasts } = toastsSlice.selectors;
