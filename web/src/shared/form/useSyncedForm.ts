import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { isApiError } from "@/shared/api/errors";

/** The value to which somebody else has set a field that is edited here. */
export interface FieldChange {
  value: string;
  /** Whether an attempt to save has shown it. The next one overwrites it. */
  isTold: boolean;
}

export type FieldChanges = Readonly<Record<string, FieldChange>>;

/** A field that is a list: the rows of both, and whether both have changed the same value of a row. */
export interface Merged {
  text: string;
  isClash: boolean;
}

/** Merges a list with what others have changed in it. Undefined for a field that has one value. */
type Merge = (name: string, mine: string, opened: string, present: string) => Merged | undefined;

/**
 * Keeps a form and its row in step, so that saving does not revert the changes of others. Fields that are not edited
 * follow the row. A field that is edited stays, and `changes` has what somebody else has set it to. A field counts as
 * edited if it differs from `opened`, which are the values that this person saw before.
 */
export function useSyncedForm<V extends FieldValues, Row extends { id: number }>(
  form: UseFormReturn<V>,
  row: Row | null,
  valuesOf: (row: Row | null) => V,
  merge?: Merge,
) {
  const values = valuesOf(row);
  const text = JSON.stringify(values);
  const before = useRef({ id: row?.id, text });
  const [changes, setChanges] = useState<FieldChanges>({});
  const opened = form.formState.defaultValues as V;

  /** The next attempt to save compares the edited field with this value. */
  const rebase = (field: Path<V>, value: string, mine: string) => {
    form.resetField(field, { defaultValue: value as PathValue<V, Path<V>> });
    if (mine !== value) form.setValue(field, mine as PathValue<V, Path<V>>, { shouldDirty: true });
  };
  const receive = (next: V, isTold = false) => {
    const last = JSON.parse(before.current.text) as V;
    // The input was saved as a new row.
    const isNew = before.current.id !== row?.id;
    before.current = { id: row?.id, text: JSON.stringify(next) };
    const found: Record<string, FieldChange | undefined> = {};
    const rows: Record<string, string> = {};
    for (const [name, value] of Object.entries(next) as [string, string][]) {
      const field = name as Path<V>;
      const [mine, seen] = [form.getValues(field) as string, opened[name] as string];
      if (!form.getFieldState(field).isDirty || mine === value) {
        // A computed field stays, unless it has a new value.
        if (mine === seen || value !== last[name])
          form.resetField(field, { defaultValue: value as PathValue<V, Path<V>> });
        found[name] = undefined;
      } else if (isNew) {
        rebase(field, value, mine);
      } else if (value !== (isTold ? seen : last[name])) {
        const merged = merge?.(name, mine, seen, value);
        if (merged || isTold) rebase(field, value, merged?.text ?? mine);
        if (merged && !merged.isClash) rows[name] = value;
        else found[name] = value === seen ? undefined : { value, isTold };
      }
    }
    setChanges((known) => {
      const merged = Object.entries(known).flatMap(([name, change]) => {
        const value = rows[name] ?? change.value;
        return name in found ? [] : [[name, { ...change, value }]];
      });
      const added = Object.entries(found).filter(([, change]) => change);
      return Object.fromEntries([...merged, ...added]) as FieldChanges;
    });
  };
  const receiveLatest = useEffectEvent(receive);
  const isStored = row !== null;
  useEffect(() => {
    if (isStored && before.current.text !== text) receiveLatest(JSON.parse(text) as V);
  }, [isStored, text]);

  return {
    opened,
    changes,
    receive,
    /** Whether values that are about to be saved would overwrite changes that were not shown yet. Shows them. */
    tell: (edited: V): boolean => {
      const untold = Object.entries(changes).filter(
        ([name, { value, isTold }]) => !isTold && edited[name] !== opened[name] && edited[name] !== value,
      );
      for (const [name, { value }] of untold) rebase(name as Path<V>, value, form.getValues(name as Path<V>));
      const told = untold.map(([name, change]) => [name, { ...change, isTold: true }]);
      setChanges((known) => ({ ...known, ...Object.fromEntries(told) }));
      const first = untold[0]?.[0];
      if (first) form.setFocus(first as Path<V>);
      return first !== undefined;
    },
    /** Whether the server has refused the values for changes that did not arrive here before. Shows them. */
    isRefused: (error: unknown): boolean => {
      const present = isApiError(error) && error.status === 409 ? (error.data as Row | undefined) : undefined;
      if (!row || present?.id !== row.id) return false;
      receive(valuesOf(present), true);
      return true;
    },
  };
}

/** The form's side of a row that others may change too. */
export type SyncedForm<V extends FieldValues> = Pick<
  ReturnType<typeof useSyncedForm<V, { id: number }>>,
  "changes" | "tell" | "isRefused"
>;
