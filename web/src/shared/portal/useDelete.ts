import { useState } from "react";
import { useDispatch } from "react-redux";
import { errorReason } from "@/shared/api/errors";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";

interface DeleteTexts {
  done: string;
  failed: string;
}

/** Asks before it deletes; what the shop answers to a refused one stays at its row. */
export function useDelete(remove: (id: number) => Promise<{ error?: unknown }>, { done, failed }: DeleteTexts) {
  const dispatch = useDispatch();
  const [busy, setBusy] = useState<number | null>(null);
  const [failures, setFailures] = useState<Record<number, string>>({});

  const ask = async (id: number, name: string) => {
    if (!window.confirm(`Delete ${name}?`)) {
      dispatch(toastShown("info", "Deletion cancelled"));
      return;
    }
    setBusy(id);
    const { error } = await remove(id);
    setBusy(null);
    setFailures(({ [id]: _, ...others }) => (error ? { ...others, [id]: errorReason(error) } : others));
    dispatch(error ? failureShown(error, failed) : toastShown("success", done));
    // Its button is gone with the row.
    if (!error) document.getElementById("list-title")?.focus();
  };
  return { busy, failures, ask: (id: number, name: string) => void ask(id, name) };
}
