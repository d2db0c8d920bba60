import { useEffect, useRef } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

/**
 * Updates unchanged fields of a form when its row changes, so that saving does not revert the changes of others. Edited
 * fields stay.
 */
export function useSyncedForm<V extends FieldValues>(form: UseFormReturn<V>, values: V) {
  const text = JSON.stringify(values);
  const before = useRef(text);
  useEffect(() => {
    if (before.current === text) return;
    before.current = text;
    for (const [name, value] of Object.entries(JSON.parse(text) as V)) {
      const field = name as Path<V>;
      if (!form.getFieldState(field).isDirty) form.resetField(field, { defaultValue: value });
    }
  }, [form, text]);
}
