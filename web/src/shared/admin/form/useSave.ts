import { useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { useDispatch } from "react-redux";
import { errorReason, fieldErrors, hasOnlyFieldErrors } from "@/shared/api/errors";
import { showFieldErrors } from "@/shared/form/showFieldErrors";
import type { SyncedForm } from "@/shared/form/useSyncedForm";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";
import { changedMeanwhile } from "./fieldChanges";

interface SaveOptions<V extends FieldValues> {
  /**
   * `unfinished`: nothing failed, but saving needs another step. `failed`: the failed part, if another part was saved.
   */
  save: (values: V) => Promise<{ error?: unknown; failed?: string; unfinished?: boolean }>;
  /** Without it no success toast is shown. */
  done?: string;
  failed: string;
  onDone: () => void;
  /** The form's row, which others may change too. */
  synced?: SyncedForm<V>;
}

/**
 * Submits a form. The first attempt only shows the changes of others that it would overwrite, if there are any. Errors
 * are shown at their fields and above the form; the input stays.
 */
export function useSave<V extends FieldValues>(form: UseFormReturn<V>, options: SaveOptions<V>) {
  const dispatch = useDispatch();
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const save = async (values: V) => {
    setSaving(true);
    try {
      return await options.save(values);
    } finally {
      setSaving(false);
    }
  };
  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined);
    if (options.synced?.tell(values)) return setFailure(changedMeanwhile);
    const { error, failed, unfinished } = await save(values);
    if (unfinished) return;
    if (error && options.synced?.isRefused(error)) return setFailure(changedMeanwhile);
    if (!error) {
      if (options.done) dispatch(toastShown("success", options.done));
      options.onDone();
      return;
    }
    dispatch(failureShown(error, failed ?? options.failed));
    const refused = fieldErrors(error);
    const wrong = Object.keys(refused);
    const known = wrong.filter((name) => name in values) as Path<V>[];
    const isAllMarked = hasOnlyFieldErrors(error) && known.length === wrong.length;
    const reason = isAllMarked ? "Please check what is marked." : errorReason(error);
    setFailure(failed ? `${failed}. ${reason}` : reason);
    showFieldErrors(form, refused, known);
  });
  // A reset of the form during `save` ends `isSubmitting`.
  return { submit, failure, setFailure, saving: form.formState.isSubmitting || isSaving };
}
