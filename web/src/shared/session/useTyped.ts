import { useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useStore } from "react-redux";
import { useLocation } from "react-router";
import { type SessionState, selectHasEnded } from "./sessionSlice";
import { type FormPlace, forgetTyped, keepTyped, readTyped, type Subject, type Typed } from "./typed";

interface Form extends Omit<FormPlace, "path"> {
  subject?: Subject | null;
  /** Whether files were chosen too: they are not kept. */
  hasFiles?: boolean;
}

/** What this person had typed when their session or the page ended amid this form. It is given once. */
export function useTyped<V = Typed["values"]>({ role, part, personId, subject }: Form): Typed<V> | undefined {
  const { pathname: path } = useLocation();
  const [typed] = useState(() => {
    const found = readTyped({ role, path, part, personId });
    return found?.subject?.id === subject?.id ? (found as Typed<V> | undefined) : undefined;
  });
  useEffect(() => {
    if (typed) forgetTyped(role);
  }, [typed, role]);
  return typed;
}

/**
 * Keeps what is typed when the session ends amid the form, or the page does: a phone lets go of pages that are out of
 * sight. `values` gives nothing where nobody would miss it.
 */
export function useKeepTyped(form: Form, values: () => Typed["values"] | null) {
  const { pathname: path } = useLocation();
  const store = useStore<{ session: SessionState }>();
  const latest = useRef({ ...form, values });
  // By the time it has ended nobody is signed in.
  latest.current = { ...form, personId: form.personId ?? latest.current.personId, values };
  useEffect(() => {
    const keep = () => {
      const { role, part, personId, subject = null, hasFiles = false, ...typing } = latest.current;
      const typed = typing.values();
      if (typed && personId) keepTyped({ role, path, part, personId }, { values: typed, subject, isPartial: hasFiles });
    };
    let hasEnded = selectHasEnded(store.getState());
    const unsubscribe = store.subscribe(() => {
      const before = hasEnded;
      hasEnded = selectHasEnded(store.getState());
      if (!before && hasEnded) keep();
    });
    const onVisibility = () => {
      const { role } = latest.current;
      // The portal asks before a form of its own is left.
      if (role === "admin") return;
      if (document.visibilityState === "hidden") keep();
      // It is still here itself.
      else forgetTyped(role);
    };
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      unsubscribe();
      document.removeEventListener("visibilitychange", onVisibility);
    };
  }, [store, path]);
}

/** Both for a form of the form library, which is filled in again. */
export function useTypedForm<V extends FieldValues>(library: UseFormReturn<V>, form: Form): Typed | undefined {
  const typed = useTyped(form);
  const { isDirty } = library.formState;
  useKeepTyped(form, () => (isDirty ? library.getValues() : null));
  useEffect(() => {
    if (typed) library.reset({ ...library.getValues(), ...typed.values }, { keepDefaultValues: true });
  }, [typed, library]);
  return typed;
}

/** What this shopper had typed when their session or the page ended amid a form of this page: it is opened again then. */
export function useWasTyping(personId: number | undefined, part?: string): Typed | undefined {
  const { pathname: path } = useLocation();
  const [typed] = useState(() => readTyped({ role: "customer", path, part, personId }));
  return typed;
}
