import { type TouchEvent, useRef } from "react";

const shortest = 40;

/** Handlers for a horizontal swipe: left for the next, right for the previous one. */
export function useSwipe(turn: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const finger = touches[0];
      // Ignore pinch gestures and panning in a zoomed page.
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
