import { useState } from "react";
import { useAdminMeQuery } from "@/shared/admin/adminMeApi";

const prefix = "swarna:note:";
const keyOf = (personId: number | undefined, subject: string) => `${prefix}${personId}:${subject}`;

function read(key: string): string {
  try {
    return window.sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function store(key: string, text: string) {
  try {
    if (text) window.sessionStorage.setItem(key, text);
    else window.sessionStorage.removeItem(key);
  } catch {
    // If the storage is full or blocked, leaving the page loses the text.
  }
}

/** Removes the texts of people who used this tab before. */
export function clearNoteDraftsOfOthers(personId: number) {
  try {
    const keys = Object.keys(window.sessionStorage).filter((key) => key.startsWith(prefix));
    for (const key of keys) if (!key.startsWith(keyOf(personId, ""))) window.sessionStorage.removeItem(key);
  } catch {
    // Where the storage is blocked, nothing was stored.
  }
}

/**
 * The text of a note that is not saved yet. It is there again when the person returns to the page in this tab, and
 * nobody else sees it.
 */
export function useNoteDraft(subject: `order ${number}` | `customer ${number}`) {
  const { data: me } = useAdminMeQuery();
  // When the session has ended, the person is unknown.
  const [key] = useState(keyOf(me?.id, subject));
  const [text, setText] = useState(() => read(key));
  return {
    text,
    setText: (next: string) => {
      store(key, next);
      setText(next);
    },
    /** Removes the text of a saved note. What was typed meanwhile stays. The page may be left already. */
    clear: (saved: string) => {
      if (read(key) === saved) store(key, "");
      setText((now) => (now === saved ? "" : now));
    },
  };
}
