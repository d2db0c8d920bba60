import { useState } from "react";
import { useDispatch } from "react-redux";
import { errorReason } from "@/shared/api/errors";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";

interface DeleteTexts {
  done: string;
  failed: string;
}

interface Foreseen {
  /** What the deletion changes, in sentences. */
  data?: { says: string; needsConfirm: boolean };
  error?: unknown;
}

/**
 * Asks before it deletes; what the shop answers to a refused one stays at its row. Where a deletion changes more than
 * its row, `foresee` asks the server what that is, and the question tells it.
 */
export function useDelete(
  remove: (id: number, confirmed: boolean) => Promise<{ error?: unknown }>,
  { done, failed }: DeleteTexts,
  foresee?: (id: number) => Promise<Foreseen>,
) {
  const dispatch = useDispatch();
  const [busy, setBusy] = useState<number | null>(null);
  const [failures, setFailures] = useState<Record<number, string>>({});

  const ask = async (id: number, name: string) => {
    setBusy(id);
    const foreseen: Foreseen | undefined = await foresee?.(id);
    let error = foreseen?.error;
    if (!error) {
      const question = [`Delete ${name}?`, ...(foreseen?.data ? [foreseen.data.says] : [])].join("\n\n");
      if (!window.confirm(question)) {
        setBusy(null);
        dispatch(toastShown("info", "Deletion cancelled"));
        return;
      }
      ({ error } = await remove(id, foreseen?.data?.needsConfirm ?? false));
    }
    setBusy(null);
    setFailures(({ [id]: _, ...others }) => (error ? { ...others, [id]: errorReason(error) } : others));
    dispatch(error ? failureShown(error, failed) : toastShown("success", done));
    // Its button is gone with the row.
    if (!error) document.getElementById("list-title")?.focus();
  };
  return { busy, failures, ask: (id: number, name: string) => void ask(id, name) };
}
