import type { Role } from "@/shared/api/types";

/** In milliseconds after an input, in which a request counts as its result. */
const activityWindow = 5000;
const inputs = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

// Module state: one person uses a page, whichever store sends the request. These are times of `performance.now()`, which
// continues evenly when the clock of the computer is set.
let lastInputAt = Number.NEGATIVE_INFINITY;
let lastToldAt = Number.NEGATIVE_INFINITY;

/**
 * The headers of a request: the role, and whether it follows user input. Only user input keeps a session alive; polling
 * and events do not.
 */
export function callerHeaders(role: Role): Record<string, string> {
  if (performance.now() - lastInputAt > activityWindow) return { "X-Acting-As": role };
  lastToldAt = performance.now();
  return { "X-Acting-As": role, "X-Activity": "person" };
}

/**
 * Calls `tell` on user input if activity was not reported for `every` milliseconds. Returns a function that stops it.
 */
export function watchActivity(tell: () => void, every: number): () => void {
  let pointer: string | undefined;
  const onInput = (event: Event) => {
    if (!event.isTrusted) return;
    if (event.type === "pointermove") {
      // Browsers fire pointermove also for a resting pointer when the content below it moves.
      const { screenX, screenY } = event as PointerEvent;
      const before = pointer;
      pointer = `${screenX} ${screenY}`;
      if (before === undefined || before === pointer) return;
    }
    lastInputAt = performance.now();
    if (lastInputAt - lastToldAt < every) return;
    lastToldAt = lastInputAt;
    tell();
  };
  const options = { capture: true, passive: true };
  for (const name of inputs) window.addEventListener(name, onInput, options);
  return () => {
    for (const name of inputs) window.removeEventListener(name, onInput, options);
  };
}

/** For tests: resets the recorded activity. */
export function resetActivity() {
  lastInputAt = Number.NEGATIVE_INFINITY;
  lastToldAt = Number.NEGATIVE_INFINITY;
}
