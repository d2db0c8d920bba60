import { useEffect, useRef } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import type { ListQuery } from "./lists";

/** A row that a form was opened for, as its list has it by now. */
export function asListed<Row extends { id: number }>(opened: Row, { data }: ListQuery<Row>): Row {
  const rows = data?.pages.flatMap((page) => page.rows);
  return rows?.find(({ id }) => id === opened.id) ?? opened;
}

/**
 * Lets a form's fields follow the row that it is about, so that saving one of them puts back no other to what it was
 * before somebody else changed it. What was typed into stays.
 */
export function useFollowing<V extends FieldValues>(form: UseFormReturn<V>, values: V) {
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
