import { History } from "lucide-react";
import { scrollIntoView } from "@/shared/ui/scrollIntoView";
import type { FormDraft } from "./formDraft";

/** Explains why the form is filled in. */
export function DraftRestoredNotice({ typed }: { typed: FormDraft<object> | undefined }) {
  if (!typed) return null;
  return (
    <p className="typed-again" role="status" ref={scrollIntoView}>
      <History className="ico" aria-hidden="true" />
      <span>
        What you had typed is here again.
        {typed.isPartial && " Passwords and pictures are never kept: please enter them once more."}
      </span>
    </p>
  );
}
