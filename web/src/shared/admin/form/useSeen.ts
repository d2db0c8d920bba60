import { useState } from "react";
import { isApiError } from "@/shared/api/errors";

/**
 * What the server compares with its own state when a form is saved: `seen` is `present` when the first field was
 * changed, since later live updates must not pass for something that the person has looked at.
 */
export function useSeen<T>(present: T) {
  const [held, setHeld] = useState<{ value: T }>();
  return {
    seen: held ? held.value : present,
    /** A field was changed. */
    hold: () => setHeld((known) => known ?? { value: present }),
    /** The answer to saving. After a success or a conflict, the next change is made with what is there then. */
    settle: (error?: unknown) => {
      if (!error || (isApiError(error) && error.status === 409)) setHeld(undefined);
    },
  };
}
