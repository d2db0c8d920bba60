import { useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { useDispatch } from "react-redux";
import { errorReason, fieldErrors, isListOfFields } from "@/shared/api/errors";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";

interface SaveOptions<V> {
  /** `unfinished`: nothing failed, but there is more to be said before it is saved. */
  save: (values: V) => Promise<{ error?: unknown; unfinished?: boolean }>;
  /** Without it nothing was saved yet that would have to be said. */
  done?: string;
  failed: string;
  onDone: () => void;
}

/** Saves a form; a refusal stands at the fields that it names and above the form, and nothing entered is lost. */
export function useSave<V extends FieldValues>(form: UseFormReturn<V>, options: SaveOptions<V>) {
  const dispatch = useDispatch();
  const [failure, setFailure] = useState<string>();
  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined);
    const { error, unfinished } = await options.save(values);
    if (unfinished) return;
    if (!error) {
      if (options.done) dispatch(toastShown("success", options.done));
      options.onDone();
      return;
    }
    dispatch(failureShown(error, options.failed));
    const wrong = Object.entries(fieldErrors(error));
    const known = wrong.filter(([name]) => name in values);
    const isAllMarked = isListOfFields(error) && known.length === wrong.length;
    setFailure(isAllMarked ? "Please check what is marked." : errorReason(error));
    for (const [index, [name, message]] of known.entries())
      form.setError(name as Path<V>, { message }, { shouldFocus: index === 0 });
  });
  return { submit, failure, setFailure, saving: form.formState.isSubmitting };
}
