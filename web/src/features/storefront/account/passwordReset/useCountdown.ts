import { useEffect, useState } from "react";

/** The seconds left, calculated from the clock, so that a suspended tab continues correctly. */
export function useCountdown(seconds: number, startedAt: number) {
  const [endsAt, setEndsAt] = useState(startedAt + seconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isOver]);
  const endIn = (rest: number) => {
    const at = Date.now();
    setNow(at);
    setEndsAt(at + rest * 1000);
  };
  return { left, isOver, restart: () => endIn(seconds), end: () => endIn(0) };
}

/** `04:12` */
export function minutesAndSeconds(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}
