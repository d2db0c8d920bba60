import type { Role } from "@/shared/api/types";

/** Milliseconds after an input in which a call is taken for what it led to. */
const follows = 5000;
const inputs = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

// One person sits at a page, whichever store asks.
let lastInputAt = Number.NEGATIVE_INFINITY;
let lastToldAt = Number.NEGATIVE_INFINITY;

/**
 * Whose page sends a call, and whether it follows what a person did: only that keeps a session from ending idle. What
 * the page asks by itself, by the clock or because of an event, does not.
 */
export function callerHeaders(role: Role): Record<string, string> {
  if (Date.now() - lastInputAt > follows) return { "X-Acting-As": role };
  lastToldAt = Date.now();
  return { "X-Acting-As": role, "X-Activity": "person" };
}

/** Calls `tell` where a person does something and nothing has said so for `every` milliseconds. Returns the way to stop. */
export function watchActivity(tell: () => void, every: number): () => void {
  let pointer: string | undefined;
  const onInput = (event: Event) => {
    if (!event.isTrusted) return;
    if (event.type === "pointermove") {
      // Browsers also tell of a resting pointer when something moves below it.
      const { screenX, screenY } = event as PointerEvent;
      const before = pointer;
      pointer = `${screenX} ${screenY}`;
      if (before === undefined || before === pointer) return;
    }
    lastInputAt = Date.now();
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

/** For tests: nobody was here yet. */
export function forgetActivity() {
  lastInputAt = Number.NEGATIVE_INFINITY;
  lastToldAt = Number.NEGATIVE_INFINITY;
}
