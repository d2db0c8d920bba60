import type { Role } from "@/shared/api/types";

/** The object that a form edits: a row with an id, or any JSON value. */
export type Subject = object & { id?: number };

/** The unsaved input of a form at the end of the session or the page. It is stored for this tab only. */
export interface FormDraft<V = Record<string, unknown>> {
  values: V;
  /** The object that the form was opened for; null for a new row. */
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
  /** Undefined until the server has returned who is signed in. */
  personId: number | undefined;
}

interface StoredDraft extends FormLocation, FormDraft {
  /** When the draft was stored, in milliseconds since the epoch. */
  at: number;
}

const maxAge = 3_600_000;
const isSecret = (name: string) => /password/i.test(name);

const keyOf = (role: Role) => `swarna:typed:${role}`;

/** Stores the draft for an hour, without secrets, in the place of an earlier one of this part. */
export function saveDraft(place: FormLocation, { values, subject, isPartial }: FormDraft) {
  const fields = Object.entries(values);
  const kept: StoredDraft = {
    ...place,
    values: Object.fromEntries(fields.filter(([name]) => !isSecret(name))),
    subject,
    isPartial: isPartial || fields.some(([name, value]) => isSecret(name) && value),
    at: Date.now(),
  };
  write(place.role, [...read(place.role).filter(({ part }) => part !== place.part), kept]);
}

/** Reads the stored draft of this person and form, if there is one. */
export function readDraft({ role, path, part, personId }: FormLocation): FormDraft | undefined {
  if (personId === undefined) return undefined;
  clearDraftOfOthers(role, personId);
  return read(role).find((kept) => kept.path === path && kept.part === part && kept.values);
}

/** Removes the stored draft of a part, whatever its page. */
export function clearDraft({ role, part }: Pick<FormLocation, "role" | "part">) {
  write(
    role,
    read(role).filter((kept) => kept.part !== part),
  );
}

/** Removes stored drafts of other persons, or all without a person, and those that are older than an hour. */
export function clearDraftOfOthers(role: Role, personId: number | undefined) {
  write(
    role,
    read(role).filter((kept) => kept.personId === personId && Date.now() - kept.at <= maxAge),
  );
}

/** The earlier version stored one draft, not a list. */
function read(role: Role): StoredDraft[] {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(keyOf(role)) ?? "[]");
    return [stored].flat().filter(Boolean) as StoredDraft[];
  } catch {
    return [];
  }
}

function write(role: Role, drafts: StoredDraft[]) {
  try {
    if (drafts.length > 0) window.sessionStorage.setItem(keyOf(role), JSON.stringify(drafts));
    else window.sessionStorage.removeItem(keyOf(role));
  } catch {}
}
