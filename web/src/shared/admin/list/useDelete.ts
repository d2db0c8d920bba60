import { useState } from "react";
import { useDispatch } from "react-redux";
import { errorReason } from "@/shared/api/errors";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";

interface DeleteTexts {
  done: string;
  failed: string;
}

interface DeletionPreview {
  /** The effect of the deletion, in sentences. */
  data?: { says: string; needsConfirm: boolean };
  error?: unknown;
}

/**
 * Deletes a row after a confirmation; an error is shown at the row. `preview` fetches further effects of the deletion
 * for the confirmation.
 */
export function useDelete(
  remove: (id: number, confirmed: boolean) => Promise<{ error?: unknown }>,
  { done, failed }: DeleteTexts,
  preview?: (id: number) => Promise<DeletionPreview>,
) {
  const dispatch = useDispatch();
  const [busy, setBusy] = useState<number | null>(null);
  const [failures, setFailures] = useState<Record<number, string>>({});

  const ask = async (id: number, name: string) => {
    setBusy(id);
    const effect: DeletionPreview | undefined = await preview?.(id);
    let error = effect?.error;
    if (!error) {
      const question = [`Delete ${name}?`, ...(effect?.data ? [effect.data.says] : [])].join("\n\n");
      if (!window.confirm(question)) {
        setBusy(null);
        dispatch(toastShown("info", "Deletion cancelled"));
        return;
      }
      ({ error } = await remove(id, effect?.data?.needsConfirm ?? false));
    }
    setBusy(null);
    setFailures(({ [id]: _, ...others }) => (error ? { ...others, [id]: errorReason(error) } : others));
    dispatch(error ? failureShown(error, failed) : toastShown("success", done));
    // The button was removed with its row.
    if (!error) document.getElementById("list-title")?.focus();
  };
  return { busy, failures, ask: (id: number, name: string) => void ask(id, name) };
}
