import { useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useStore } from "react-redux";
import { useLocation } from "react-router";
import { clearDraft, type FormDraft, type FormLocation, readDraft, type Subject, saveDraft } from "./formDraft";
import { type SessionState, selectHasEnded } from "./sessionSlice";

interface Form extends Omit<FormLocation, "path"> {
  subject?: Subject | null;
  /** Whether files were chosen too, which are not stored. */
  hasFiles?: boolean;
}

/** Returns the draft of this form, if any. It is returned once. */
export function useFormDraft<V = FormDraft["values"]>({
  role,
  part,
  personId,
  subject,
}: Form): FormDraft<V> | undefined {
  const { pathname: path } = useLocation();
  const [typed] = useState(() => {
    const found = readDraft({ role, path, part, personId });
    return found?.subject?.id === subject?.id ? (found as FormDraft<V> | undefined) : undefined;
  });
  useEffect(() => {
    if (typed) clearDraft({ role, part });
  }, [typed, role, part]);
  return typed;
}

/**
 * Stores the input when the session ends or the page is hidden, since a phone may discard hidden pages. `values`
 * returns null if there is nothing to store.
 */
export function useSaveDraft(form: Form, values: () => FormDraft["values"] | null) {
  const { pathname: path } = useLocation();
  const store = useStore<{ session: SessionState }>();
  const latest = useRef({ ...form, values });
  // When the session has ended, the person is unknown.
  latest.current = { ...form, personId: form.personId ?? latest.current.personId, values };
  useEffect(() => {
    const keep = () => {
      const { role, part, personId, subject = null, hasFiles = false, ...typing } = latest.current;
      const typed = typing.values();
      if (typed && personId) saveDraft({ role, path, part, personId }, { values: typed, subject, isPartial: hasFiles });
    };
    const isOver = () => selectHasEnded(store.getState(), latest.current.role);
    let hasEnded = isOver();
    const unsubscribe = store.subscribe(() => {
      const before = hasEnded;
      hasEnded = isOver();
      if (!before && hasEnded) keep();
    });
    const onVisibility = () => {
      const { role, part } = latest.current;
      // The admin's forms ask before the page is left.
      if (role === "admin") return;
      if (document.visibilityState === "hidden") keep();
      // The form is still open.
      else clearDraft({ role, part });
    };
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      unsubscribe();
      document.removeEventListener("visibilitychange", onVisibility);
    };
  }, [store, path]);
}

/** Restores and stores the draft of a react-hook-form form. */
export function useDraftForm<V extends FieldValues>(library: UseFormReturn<V>, form: Form): FormDraft | undefined {
  const typed = useFormDraft(form);
  const { isDirty } = library.formState;
  useSaveDraft(form, () => (isDirty ? editedValues(library) : null));
  useEffect(() => {
    if (typed) library.reset({ ...library.getValues(), ...typed.values }, { keepDefaultValues: true });
  }, [typed, library]);
  return typed;
}

/** Fields that were not edited are not stored: restored, they would revert what others have saved since. */
function editedValues<V extends FieldValues>({ getValues, formState: { defaultValues } }: UseFormReturn<V>) {
  const isEdited = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(defaultValues?.[name]);
  return Object.fromEntries(Object.entries(getValues()).filter(isEdited));
}

/** Returns the draft of a form of this page, if any, to open the form again. */
export function useExistingDraft(personId: number | undefined, part?: string): FormDraft | undefined {
  const { pathname: path } = useLocation();
  const [typed] = useState(() => readDraft({ role: "customer", path, part, personId }));
  return typed;
}
