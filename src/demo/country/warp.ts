/** Point in RD metres. */
export interface RdXY {
  readonly x: number;
  readonly y: number;
}

const WAVES = [
  { amplitude: 130, length: 9_100, phase: 0.4 },
  { amplitude: 18, length: 2_300, phase: 1.9 },
] as const;
const TURN = 2 * Math.PI;

/**
 * Maps the flat plan, where all borders are straight, to RD: a gentle wave of at most 150 m that bends borders and
 * turns streets. It is one-to-one (its slope stays under 0.15), so what tiles in the plan tiles in RD.
 */
export function warp(x: number, y: number): RdXY {
  let dx = 0;
  let dy = 0;
  for (const { amplitude, length, phase } of WAVES) {
    dx += amplitude * Math.sin((TURN * y) / length + phase);
    dy += amplitude * Math.sin((TURN * x) / length + 2 * phase);
  }
  return { x: x + dx, y: y + dy };
}

/** Maps a flat ring of the plan to RD, rounded to millimetres. */
export function warpRing(ring: readonly number[]): number[] {
  const warped: number[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const { x, y } = warp(ring[i]!, ring[i + 1]!);
    warped.push(Math.round(x * 1000) / 1000, Math.round(y * 1000) / 1000);
  }
  return warped;
}
