import { useEffect, useRef } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import type { ListQuery } from "@/shared/admin/list/listQuery";

/** Returns the current version of the opened row from its list. */
export function currentRow<Row extends { id: number }>(opened: Row, { data }: ListQuery<Row>): Row {
  const rows = data?.pages.flatMap((page) => page.rows);
  return rows?.find(({ id }) => id === opened.id) ?? opened;
}

/**
 * Updates unchanged fields of a form when its row changes, so that saving does not revert another admin's changes.
 * Edited fields stay.
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
