import { createSlice, nanoid, type PayloadAction } from "@reduxjs/toolkit";
import { errorReason, isSignedOut } from "@/shared/api/errors";

export type ToastKind = "success" | "info" | "warning" | "error";

export interface Toast {
  id: string;
  kind: ToastKind;
  text: string;
}

const maxShown = 4;

const toastOf = (kind: ToastKind, text: string): Toast => ({ id: nanoid(8), kind, text });

const show = (state: Toast[], toast: Toast) => [toast, ...state].slice(0, maxShown);

const toastsSlice = createSlice({
  name: "toasts",
  initialState: [] as Toast[],
  reducers: {
    toastShown: {
      reducer: (state, { payload }: PayloadAction<Toast>) => show(state, payload),
      prepare: (kind: ToastKind, text: string) => ({ payload: toastOf(kind, text) }),
    },
    /**
     * An action failed. Without a text, its reason is shown.
     * Nothing is shown if the session has ended: the sign-in page reports it.
     */
    failureShown: {
      reducer: (state, { payload }: PayloadAction<Toast | null>) => (payload ? show(state, payload) : state),
      prepare: (error: unknown, text = errorReason(error)) => ({
        payload: isSignedOut(error) ? null : toastOf("error", text),
      }),
    },
    toastRemoved(state, { payload }: PayloadAction<string>) {
      return state.filter((toast) => toast.id !== payload);
    },
  },
  selectors: { selectToasts: (state) => state },
});

export const toastsReducer = toastsSlice.reducer;
export const { toastShown, failureShown, toastRemoved } = toastsSlice.actions;
export const { selectToasts } = toastsSlice.selectors;
