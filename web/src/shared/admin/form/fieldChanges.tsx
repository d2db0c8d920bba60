import { createContext, useContext } from "react";
import type { FieldChange, FieldChanges } from "@/shared/form/useSyncedForm";

/** The changes that others have made to fields of the surrounding form. */
export const FieldChangesContext = createContext<FieldChanges>({});

export const changedMeanwhile = "Changed by someone else meanwhile. Save again to keep what you entered.";

const longest = 200;

/** `textOf` returns the text for a value, such as an option's label. */
function shortened({ value }: FieldChange, textOf = (text: string) => text) {
  const words = textOf(value);
  return words.length > longest ? `${words.slice(0, longest)}…` : words;
}

/** `Changed to 9999 meanwhile.` */
export function changeText(change: FieldChange, textOf?: (value: string) => string): string {
  const shown = shortened(change, textOf);
  return shown === "" ? "Emptied meanwhile." : `Changed to ${shown} meanwhile.`;
}

/** `Now 9999`, which fits below a narrow field. */
export function changeNote(change: FieldChange, textOf?: (value: string) => string): string {
  return `Now ${shortened(change, textOf) || "empty"}`;
}

/** The message about a field's change: `error` after an attempt to save, before that `note`. */
export function useFieldChange(name: string, textOf?: (value: string) => string) {
  const change = useContext(FieldChangesContext)[name];
  if (!change) return {};
  return change.isTold ? { error: changeText(change, textOf) } : { note: changeNote(change, textOf) };
}

/** One line in the gap below a field, so that nothing moves when it appears. */
export function ChangeNote({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <span className="change-note" role="status" title={text}>
      {text}
    </span>
  );
}
