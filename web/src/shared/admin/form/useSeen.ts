import { useState } from "react";
import { isApiError } from "@/shared/api/errors";

/**
 * The values that the server compares with its own state when a form is saved. `seen` is the value of `present` when
 * the first field was changed, because later live updates do not count as seen by the person.
 */
export function useSeen<T>(present: T) {
  const [held, setHeld] = useState<{ value: T }>();
  return {
    seen: held ? held.value : present,
    /** A field was changed. */
    hold: () => setHeld((known) => known ?? { value: present }),
    /** The response to saving. After a success or a conflict, the next change uses the values of that time. */
    settle: (error?: unknown) => {
      if (!error || (isApiError(error) && error.status === 409)) setHeld(undefined);
    },
  };
}
