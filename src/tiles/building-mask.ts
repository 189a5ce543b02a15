/** Mask of the buildings of a tile, in small cells, to place names next to them. */
import { TILE_EXTENT } from "../geo/web-mercator.ts";
import type { TilePoint, TileRing } from "./tile-rings.ts";

/** Side of a cell in tile units. */
const CELL = 16;
const CELLS = TILE_EXTENT / CELL;
/** Cells that a name covers across; more samples find nothing else. */
const ROWS = 3;

/** Crossings of the rings of the building that is added with the middle of each row, from west to east. */
const crossings = Array.from({ length: CELLS }, (): number[] => []);

export class BuildingMask {
  readonly #isBuilt = new Uint8Array(CELLS * CELLS);

  /** Adds a building: all of its rings, exteriors and holes. */
  add(rings: readonly TileRing[]): void {
    let first = CELLS;
    let end = 0;
    for (const ring of rings) {
      for (let i = 1; i < ring.length; i++) {
        const a = ring[i - 1]!;
        const b = ring[i]!;
        const from = Math.max(0, firstRowBelow(Math.min(a.y, b.y)));
        const to = Math.min(CELLS, firstRowBelow(Math.max(a.y, b.y)));
        for (let row = from; row < to; row++) {
          const y = (row + 0.5) * CELL;
          insertAscending(crossings[row]!, a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x));
        }
        first = Math.min(first, from);
        end = Math.max(end, to);
      }
    }
    for (let row = first; row < end; row++) {
      this.#fillRow(row);
    }
  }

  /** Returns the share of a label's box that buildings cover; of more than `most`, any share above it. */
  coverOf({ x, y }: TilePoint, { direction: [cos, sin], length, height }: Label, most: number): number {
    const halfHeight = height / 2;
    const steps = Math.max(1, Math.ceil(length / (2 * CELL)));
    const samples = (steps + 1) * ROWS;
    // One more than `most` allows, so that no rounding decides.
    const enough = most * samples + 1;
    let covered = 0;
    for (let step = 0; step <= steps && covered <= enough; step++) {
      const along = (step / steps - 0.5) * length;
      const middleX = x + along * cos;
      const middleY = y + along * sin;
      covered +=
        this.#at(middleX + halfHeight * sin, middleY - halfHeight * cos) +
        this.#at(middleX, middleY) +
        this.#at(middleX - halfHeight * sin, middleY + halfHeight * cos);
    }
    return covered / samples;
  }

  /** Fills the cells between each pair of crossings of a row, and forgets them. */
  #fillRow(row: number): void {
    const edges = crossings[row]!;
    for (let i = 0; i + 1 < edges.length; i += 2) {
      const from = Math.max(0, Math.ceil(edges[i]! / CELL - 0.5));
      const to = Math.min(CELLS - 1, Math.floor(edges[i + 1]! / CELL - 0.5));
      for (let column = from; column <= to; column++) {
        this.#isBuilt[row * CELLS + column] = 1;
      }
    }
    edges.length = 0;
  }

  #at(x: number, y: number): number {
    const isInside = x >= 0 && x < TILE_EXTENT && y >= 0 && y < TILE_EXTENT;
    return isInside ? this.#isBuilt[((y / CELL) | 0) * CELLS + ((x / CELL) | 0)]! : 0;
  }
}

export interface Label {
  readonly direction: Direction;
  /** In tile units. */
  readonly length: number;
  readonly height: number;
}

/** Unit vector. */
export type Direction = readonly [cos: number, sin: number];

/** Returns the direction of an angle in degrees clockwise from east. */
export function directionOf(angle: number): Direction {
  const radians = (angle * Math.PI) / 180;
  return [Math.cos(radians), Math.sin(radians)];
}

/** Returns the first row whose middle is not above y. */
function firstRowBelow(y: number): number {
  return Math.ceil(y / CELL - 0.5);
}

function insertAscending(values: number[], value: number): void {
  values.push(value);
  for (let at = values.length - 1; at > 0 && values[at - 1]! > value; at--) {
    values[at] = values[at - 1]!;
    values[at - 1] = value;
  }
}
