import { useEffect, useRef } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

/**
 * Updates unchanged fields of a form when its row changes, so that saving does not revert the changes of others. Edited
 * fields stay. Returns the values that the fields are compared with to find the edited ones: a field that was edited
 * while its row changed has the value that it was opened with.
 */
export function useSyncedForm<V extends FieldValues>(form: UseFormReturn<V>, values: V) {
  const text = JSON.stringify(values);
  const before = useRef(text);
  useEffect(() => {
    if (before.current === text) return;
    before.current = text;
    for (const [name, value] of Object.entries(JSON.parse(text) as V)) {
      const field = name as Path<V>;
      const isEdited = form.getFieldState(field).isDirty && form.getValues(field) !== value;
      if (!isEdited) form.resetField(field, { defaultValue: value });
    }
  }, [form, text]);
  return form.formState.defaultValues as V;
}
