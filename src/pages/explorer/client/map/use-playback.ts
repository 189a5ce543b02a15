import { useEffect, useRef, useState } from "preact/hooks";
import { positionOfYear, SCALE_LENGTH, yearAtPosition } from "./year-scale.ts";

/** Duration of the whole scale. */
const FULL_LENGTH_MS = 18_000;

interface Playback {
  readonly isPlaying: boolean;
  /** Starts at the chosen year, or at the first; stops while it runs. */
  toggle(): void;
  /** Ends it at a year that the visitor chooses. */
  stop(year: number | undefined): void;
}

/** Moves the year evenly along the scale up to now; slow machines show fewer years, not a longer film. */
export function usePlayback(year: number | undefined, onYear: (year: number | undefined) => void): Playback {
  const [isPlaying, setPlaying] = useState(false);
  const latest = useRef(onYear);
  latest.current = onYear;
  useEffect(() => {
    if (!isPlaying) {
      return;
    }
    const from = year === undefined ? 0 : positionOfYear(year);
    let startedAt: number | undefined;
    let shown: number | undefined;
    let frame = requestAnimationFrame(function advance(now) {
      startedAt ??= now;
      const position = from + ((now - startedAt) / FULL_LENGTH_MS) * SCALE_LENGTH;
      if (position >= SCALE_LENGTH) {
        latest.current(undefined);
        setPlaying(false);
        return;
      }
      // Comes first, because the call below may end the film.
      frame = requestAnimationFrame(advance);
      const next = yearAtPosition(position);
      if (next !== shown) {
        shown = next;
        latest.current(next);
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);
  return {
    isPlaying,
    toggle: () => setPlaying(!isPlaying),
    stop(chosen) {
      setPlaying(false);
      onYear(chosen);
    },
  };
}
