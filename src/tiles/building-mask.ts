/** Mask of the buildings of a tile, in small cells, to place names beside them. */
import { TILE_EXTENT } from "../geo/web-mercator.ts";
import type { TilePoint, TileRing } from "./tile-rings.ts";

/** Side of a cell in tile units. */
const CELL = 16;
const CELLS = TILE_EXTENT / CELL;
/** Cells that a name covers across; more samples find nothing else. */
const ROWS = [-0.5, 0, 0.5];

export class BuildingMask {
  readonly #isBuilt = new Uint8Array(CELLS * CELLS);

  /** Adds a building: all of its rings, exteriors and holes. */
  add(rings: readonly TileRing[]): void {
    let top = Number.POSITIVE_INFINITY;
    let bottom = Number.NEGATIVE_INFINITY;
    for (const { y } of rings.flat()) {
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
    const first = Math.max(0, Math.ceil(top / CELL - 0.5));
    const last = Math.min(CELLS - 1, Math.floor(bottom / CELL - 0.5));
    for (let row = first; row <= last; row++) {
      this.#fillRow(row, crossings(rings, (row + 0.5) * CELL));
    }
  }

  /** Returns the share of a label's box that buildings cover. */
  coverOf({ x, y }: TilePoint, { angle, length, height }: Label): number {
    const [cos, sin] = directionOf(angle);
    const steps = Math.max(1, Math.ceil(length / (2 * CELL)));
    let covered = 0;
    for (let step = 0; step <= steps; step++) {
      const along = (step / steps - 0.5) * length;
      for (const row of ROWS) {
        const across = row * height;
        covered += this.#at(x + along * cos - across * sin, y + along * sin + across * cos);
      }
    }
    return covered / ((steps + 1) * ROWS.length);
  }

  #fillRow(row: number, edges: readonly number[]): void {
    for (let i = 0; i + 1 < edges.length; i += 2) {
      const from = Math.max(0, Math.ceil(edges[i]! / CELL - 0.5));
      const to = Math.min(CELLS - 1, Math.floor(edges[i + 1]! / CELL - 0.5));
      this.#isBuilt.fill(1, row * CELLS + from, row * CELLS + Math.max(from, to + 1));
    }
  }

  #at(x: number, y: number): number {
    const isInside = x >= 0 && x < TILE_EXTENT && y >= 0 && y < TILE_EXTENT;
    return isInside ? this.#isBuilt[Math.floor(y / CELL) * CELLS + Math.floor(x / CELL)]! : 0;
  }
}

export interface Label {
  /** Degrees clockwise from east. */
  readonly angle: number;
  /** In tile units. */
  readonly length: number;
  readonly height: number;
}

/** Returns the direction of an angle as a unit vector. */
export function directionOf(angle: number): [cos: number, sin: number] {
  const radians = (angle * Math.PI) / 180;
  return [Math.cos(radians), Math.sin(radians)];
}

/** Returns where rings cross a row, from west to east: inside begins and ends there in turn. */
function crossings(rings: readonly TileRing[], y: number): number[] {
  const edges: number[] = [];
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++) {
      const [a, b] = [ring[i - 1]!, ring[i]!];
      if (a.y <= y !== b.y <= y) {
        edges.push(a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x));
      }
    }
  }
  return edges.sort((a, b) => a - b);
}
