import { useEffect, useState } from "react";
import { around } from "@/shared/ui/around";

const shownFor = 6000;
/** How long before its turn the next slide is fetched. */
const ahead = 3500;

/** Which slide shows. They turn by themselves unless paused, held by pointer or focus, or motion is not wanted. */
export function useSlides(count: number) {
  const [current, setCurrent] = useState(0);
  const [paused, setPaused] = useState(() => window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false);
  const [held, setHeld] = useState(false);
  const turning = !paused && !held;

  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing a slide starts its time anew
  useEffect(() => {
    if (!turning) return;
    const timer = setTimeout(() => setCurrent((slide) => around(slide + 1, count)), shownFor);
    return () => clearTimeout(timer);
  }, [turning, current, count]);

  const [nextIsDue, setNextIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setNextIsDue(true), shownFor - ahead);
    return () => clearTimeout(timer);
  }, []);

  return { current, nextIsDue, show: setCurrent, paused, setPaused, turning, hold: setHeld };
}
