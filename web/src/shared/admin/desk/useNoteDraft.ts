import { useState } from "react";
import { useAdminMeQuery } from "@/shared/admin/adminMeApi";
import { clearDraft, readDraft, saveDraft } from "@/shared/session/formDraft";

/**
 * The text of a note that is not saved yet. It is restored when the person returns within an hour, in this tab, to a
 * page with notes of the same order. Nobody else sees it.
 */
export function useNoteDraft(subject: `order ${number}` | `customer ${number}`) {
  const { data: me } = useAdminMeQuery();
  // When the session has ended, the person is unknown.
  const [place] = useState({ role: "admin" as const, path: "", part: `note ${subject}`, personId: me?.id });
  const read = () => String(readDraft(place)?.values.text ?? "");
  const store = (text: string) => {
    if (text) saveDraft(place, { values: { text }, subject: null, isPartial: false });
    else clearDraft(place);
  };
  const [text, setText] = useState(read);
  return {
    text,
    setText: (next: string) => {
      store(next);
      setText(next);
    },
    /** Removes the text of a saved note. What was typed meanwhile stays. The page may be left already. */
    clear: (saved: string) => {
      if (read() === saved) store("");
      setText((now) => (now === saved ? "" : now));
    },
  };
}
