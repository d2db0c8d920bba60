import type { Role } from "@/shared/api/types";

/** What a form is about: a row, which has its id, or whatever else JSON can hold. */
export type Subject = object & { id?: number };

/** What somebody had typed into a form when their session or the page ended. Only this tab has it. */
export interface Typed<V = Record<string, unknown>> {
  values: V;
  /** What the form was about, as it was opened. Null: a new row. */
  subject: Subject | null;
  /** Whether something had been entered that is not kept. */
  isPartial: boolean;
}

/** Whose form it is, and where. */
export interface FormPlace {
  role: Role;
  path: string;
  /** Which form of that page, where it has another one. */
  part?: string;
  /** Unknown until the server has said who is signed in. */
  personId: number | undefined;
}

interface Kept extends FormPlace, Typed {
  /** In milliseconds. */
  at: number;
}

const longest = 3_600_000;
const isSecret = (name: string) => /password/i.test(name);

const keyOf = (role: Role) => `swarna:typed:${role}`;

/** Keeps it for an hour, without what is secret. */
export function keepTyped(place: FormPlace, { values, subject, isPartial }: Typed) {
  const fields = Object.entries(values);
  const kept: Kept = {
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

/** What this person had typed here. */
export function readTyped({ role, path, part, personId }: FormPlace): Typed | undefined {
  if (personId === undefined) return undefined;
  forgetOthers(role, personId);
  const kept = read(role);
  return kept?.path === path && kept.part === part && kept.values ? kept : undefined;
}

export function forgetTyped(role: Role) {
  try {
    window.sessionStorage.removeItem(keyOf(role));
  } catch {}
}

/** Somebody is signed in: what another person typed is gone, and so is what is too old. */
export function forgetOthers(role: Role, personId: number) {
  const kept = read(role);
  if (kept && (kept.personId !== personId || Date.now() - kept.at > longest)) forgetTyped(role);
}

function read(role: Role): Kept | null {
  try {
    return JSON.parse(window.sessionStorage.getItem(keyOf(role)) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}
