import { type TouchEvent, useRef } from "react";

const shortest = 40;

/** For what a finger drawn sideways turns: to the left to the next, to the right to the one before. */
export function useSwipe(turn: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const finger = touches[0];
      // Two fingers make it larger; within what is larger one moves it.
      const isFree = finger && touches.length === 1 && (window.visualViewport?.scale ?? 1) < 1.05;
      start.current = isFree ? { x: finger.clientX, y: finger.clientY } : undefined;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches[0];
      if (!start.current || !finger) return;
      const [across, down] = [finger.clientX - start.current.x, finger.clientY - start.current.y];
      start.current = undefined;
      if (Math.abs(across) > Math.max(shortest, 2 * Math.abs(down))) turn(across < 0 ? 1 : -1);
    },
  };
}
