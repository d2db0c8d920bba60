import type { Role } from "@/shared/api/types";

/** What a form edits: a row with an id, or any JSON value. */
export type Subject = object & { id?: number };

/** The unsaved input of a form at the end of the session or the page. It is stored for this tab only. */
export interface FormDraft<V = Record<string, unknown>> {
  values: V;
  /** What the form was opened for. Null: a new row. */
  subject: Subject | null;
  /** Whether some input was not stored. */
  isPartial: boolean;
}

/** Owner and location of a form. */
export interface FormLocation {
  role: Role;
  path: string;
  /** Distinguishes the form from others of the same page. */
  part?: string;
  /** Undefined until the server has answered who is signed in. */
  personId: number | undefined;
}

interface StoredDraft extends FormLocation, FormDraft {
  /** When the draft was stored, in milliseconds since the epoch. */
  at: number;
}

const maxAge = 3_600_000;
const isSecret = (name: string) => /password/i.test(name);

const keyOf = (role: Role) => `swarna:typed:${role}`;

/** Stores the draft for an hour, without secrets. */
export function saveDraft(place: FormLocation, { values, subject, isPartial }: FormDraft) {
  const fields = Object.entries(values);
  const kept: StoredDraft = {
    ...place,
    values: Object.fromEntries(fields.filter(([name]) => !isSecret(name))),
    subject,
    isPartial: isPartial || fields.some(([name, value]) => isSecret(name) && value),
    at: Date.now(),
  };
  try {
    window.sessionStorage.setItem(keyOf(place.role), JSON.stringify(kept));
  } catch {}
}

/** Reads the stored draft of this person and form, if there is one. */
export function readDraft({ role, path, part, personId }: FormLocation): FormDraft | undefined {
  if (personId === undefined) return undefined;
  clearDraftOfOthers(role, personId);
  const kept = read(role);
  return kept?.path === path && kept.part === part && kept.values ? kept : undefined;
}

export function clearDraft(role: Role) {
  try {
    window.sessionStorage.removeItem(keyOf(role));
  } catch {}
}

/** Removes the stored draft if it is of another person or older than an hour. */
export function clearDraftOfOthers(role: Role, personId: number) {
  const kept = read(role);
  if (kept && (kept.personId !== personId || Date.now() - kept.at > maxAge)) clearDraft(role);
}

function read(role: Role): StoredDraft | null {
  try {
    return JSON.parse(window.sessionStorage.getItem(keyOf(role)) ?? "null") as StoredDraft | null;
  } catch {
    return null;
  }
}
