import { useEffect, useState } from "react";
import { wrapIndex } from "@/shared/ui/wrapIndex";

const shownFor = 6000;
/** In milliseconds before its turn. */
const prefetchTime = 3500;

/** The current slide. Slides advance by themselves unless paused, hovered, focused, or reduced motion is preferred. */
export function useCarousel(count: number) {
  const [current, setCurrent] = useState(0);
  const [paused, setPaused] = useState(() => window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false);
  const [held, setHeld] = useState(false);
  const turning = !paused && !held;

  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing a slide restarts its time
  useEffect(() => {
    if (!turning) return;
    const timer = setTimeout(() => setCurrent((slide) => wrapIndex(slide + 1, count)), shownFor);
    return () => clearTimeout(timer);
  }, [turning, current, count]);

  const [nextIsDue, setNextIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setNextIsDue(true), shownFor - prefetchTime);
    return () => clearTimeout(timer);
  }, []);

  return { current, nextIsDue, show: setCurrent, paused, setPaused, turning, hold: setHeld };
}
