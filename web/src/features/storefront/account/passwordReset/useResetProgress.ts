import { useEffect, useState } from "react";
import { useNavigationType } from "react-router";

interface ResetProgress {
  email: string;
  step: number;
  /** When the step was reached, in milliseconds since the epoch. */
  at: number;
}

const storageKey = "swarna:passwordReset";
/** In seconds: how long the shop accepts a code. */
export const codeLifetime = 300;
/** In milliseconds, by step: how long the shop accepts a code, and then the new password. */
const lifetimes = [0, codeLifetime * 1000, 600_000];

const start: ResetProgress = { email: "", step: 0, at: 0 };

function read(): ResetProgress {
  try {
    const stored = JSON.parse(window.sessionStorage.getItem(storageKey) ?? "null") as ResetProgress | null;
    if (stored && Date.now() - stored.at < (lifetimes[stored.step] ?? 0)) return stored;
  } catch {}
  return start;
}

function write(progress: ResetProgress | null) {
  try {
    if (progress) window.sessionStorage.setItem(storageKey, JSON.stringify(progress));
    else window.sessionStorage.removeItem(storageKey);
  } catch {
    // If the storage is full or blocked, only a reload loses the step.
  }
}

/**
 * The step of a password reset and its address. They survive a reload of this tab; codes and passwords do not. Leaving
 * the page, or following a link to it, starts over, because in a shared browser it may be another person.
 */
export function useResetProgress() {
  const isFromLink = useNavigationType() !== "POP";
  const [progress, setProgress] = useState(() => (isFromLink ? start : read()));
  useEffect(() => () => write(null), []);
  const goTo = (step: number, email: string) => {
    const next = { email, step, at: Date.now() };
    write(step > 0 ? next : null);
    setProgress(next);
  };
  return { ...progress, goTo, forget: () => write(null) };
}
