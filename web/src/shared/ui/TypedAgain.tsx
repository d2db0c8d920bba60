import { History } from "lucide-react";
import type { Typed } from "@/shared/session/typed";
import { intoView } from "./intoView";

/** Tells who comes back why the form is filled in. */
export function TypedAgain({ typed }: { typed: Typed<object> | undefined }) {
  if (!typed) return null;
  return (
    <p className="typed-again" role="status" ref={intoView}>
      <History className="ico" aria-hidden="true" />
      <span>
        What you had typed is here again.
        {typed.isPartial && " Passwords and pictures are never kept: please enter them once more."}
      </span>
    </p>
  );
}
