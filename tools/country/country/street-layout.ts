/** Lays out the streets of a place: a grid that is bent, as old towns are. */
import { type CountryRegion, largestRectangle } from "./region.ts";

/**
 * Coordinate frame of a street: RD of its middle and the unit vector along it. A position in a street is `along`
 * (metres from the middle) and `across` (metres to the left of the axis).
 */
export interface StreetFrame {
  readonly x: number;
  readonly y: number;
  readonly ux: number;
  readonly uy: number;
  /** Metres along the axis that its plots share. */
  readonly lengthM: number;
}

/** Metres from axis to axis of neighbouring rows of streets: two gardens, two rows of houses. */
const ROW_DEPTH_M = 70;
/** Metres of the crossing at the end of a street. */
const CROSSING_M = 14;
/** Metres that all plots keep from the border of their area. */
const MARGIN_M = 45;

/** Lays out streets of the given lengths in rows around the middle of an area. Shortens them when they do not fit. */
export function layOutStreets(area: CountryRegion, lengthsM: readonly number[]): StreetFrame[] {
  const box = largestRectangle(area);
  const width = box.x1 - box.x0;
  const height = box.y1 - box.y0;
  const isUpright = height > width;
  const room = {
    along: Math.max(width, height) - 2 * MARGIN_M,
    across: Math.min(width, height) - 2 * MARGIN_M,
  };
  const { scale, rows } = fitRows(lengthsM, room);
  const depth = Math.min(ROW_DEPTH_M * scale, room.across / rows.length);
  const middle = { x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2 };
  return rows.flatMap((row, r) => {
    const total = row.reduce((sum, length) => sum + (length + CROSSING_M) * scale, 0);
    const across = (r - (rows.length - 1) / 2) * depth;
    let at = -total / 2;
    return row.map((length) => {
      const along = at + (length * scale) / 2;
      at += (length + CROSSING_M) * scale;
      const [x, y] = isUpright
        ? [middle.x - across, middle.y + along]
        : [middle.x + along, middle.y + across];
      return frameAt({ x, y, isUpright, lengthM: length * scale });
    });
  });
}

interface RowFit {
  readonly scale: number;
  readonly rows: readonly number[][];
}

/** Distributes the streets over rows about as long as the block is deep, and shrinks them until they fit the room. */
function fitRows(lengthsM: readonly number[], room: { along: number; across: number }): RowFit {
  const total = lengthsM.reduce((sum, length) => sum + length + CROSSING_M, 0);
  const longest = Math.max(...lengthsM, 0) + CROSSING_M;
  for (let scale = Math.min(1, room.along / longest); ; scale *= 0.9) {
    const along = room.along / scale;
    const across = room.across / scale;
    const square = Math.max(longest, Math.sqrt(total * ROW_DEPTH_M));
    for (const width of [Math.min(along, square), along]) {
      const rows = splitIntoRows(lengthsM, width);
      if (rows.length * ROW_DEPTH_M <= across || rows.length === 1) {
        return { scale, rows };
      }
    }
  }
}

function splitIntoRows(lengthsM: readonly number[], width: number): number[][] {
  const rows: number[][] = [[]];
  let used = 0;
  for (const length of lengthsM) {
    if (used > 0 && used + length + CROSSING_M > width + 1e-6) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)!.push(length);
    used += length + CROSSING_M;
  }
  return rows;
}

/** Returns the frame of a straight street, in the direction that the warp has in its middle. */
function frameAt({
  x,
  y,
  isUpright,
  lengthM,
}: {
  x: number;
  y: number;
  isUpright: boolean;
  lengthM: number;
}): StreetFrame {
  const origin = warp(x, y);
  const ahead = isUpright ? warp(x, y + 1) : warp(x + 1, y);
  const length = Math.hypot(ahead.x - origin.x, ahead.y - origin.y);
  return { ...origin, ux: (ahead.x - origin.x) / length, uy: (ahead.y - origin.y) / length, lengthM };
}

/** Point in RD metres. */
interface RdXY {
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
