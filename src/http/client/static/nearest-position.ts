/** Finds the published position nearest to a point, with few files: by cells of the grid, from the point outwards. */
import {
  type AreaRef,
  COLUMN_UNITS,
  type GridFile,
  gridPath,
  ROW_UNITS,
  UNITS_PER_DEGREE,
} from "../../../static/format.ts";
import type { AddressRow, AddressTable } from "./address-table.ts";
import { readTable } from "./read-table.ts";
import type { NearestAddress } from "./static-answers.ts";
import type { StaticFiles } from "./static-files.ts";

interface Found {
  readonly table: AddressTable;
  readonly row: AddressRow;
  readonly distance: number;
}

export async function findNearestAddress(
  files: StaticFiles,
  point: { readonly latitude: number; readonly longitude: number },
  within: number,
): Promise<NearestAddress | undefined> {
  const plane = new Plane(point);
  let best: Found | undefined;
  const seen = new Set<AreaRef>();
  // Columns of a whole ring are searched before the next one, which is further away.
  for (let ring = 0; plane.distanceOfRing(ring) <= Math.min(within, best?.distance ?? within); ring++) {
    const cells = await readRing(files, plane, ring);
    for (const { distance, areas } of cells.sort((a, b) => a.distance - b.distance)) {
      for (const area of areas) {
        if (!seen.has(area) && distance <= (best?.distance ?? within)) {
          seen.add(area);
          best = nearestOf(await readTable(files, area), plane, best);
        }
      }
    }
  }
  if (best === undefined || best.distance > within) {
    return undefined;
  }
  return { address: best.table.addressOf(best.row), distance_m: Math.round(best.distance * 100) / 100 };
}

function nearestOf(
  table: AddressTable | undefined,
  plane: Plane,
  best: Found | undefined,
): Found | undefined {
  let nearest = best;
  for (const row of table?.rows ?? []) {
    const distance = plane.distanceTo(...table!.positionOf(row));
    const isNearer =
      nearest === undefined ||
      distance < nearest.distance ||
      (distance === nearest.distance && table!.idOf(row) < nearest.table.idOf(nearest.row));
    if (isNearer) {
      nearest = { table: table!, row, distance };
    }
  }
  return nearest;
}

interface Cell {
  /** Metres from the point to the nearest part of the cell. */
  readonly distance: number;
  readonly areas: readonly AreaRef[];
}

/** Reads the cells that are `ring` cells away from the cell of the point, by row or column, whichever is more. */
async function readRing(files: StaticFiles, plane: Plane, ring: number): Promise<Cell[]> {
  const { row, column } = plane;
  const paths = new Set(Array.from({ length: 2 * ring + 1 }, (_, i) => gridPath(row - ring + i)));
  const bands = await Promise.all([...paths].map((path) => files.findListed<GridFile>(path)));
  return bands.flatMap((band) =>
    (band?.cells ?? [])
      .filter(([r, c]) => Math.max(Math.abs(r - row), Math.abs(c - column)) === ring)
      .map(([r, c, ...areas]) => ({ distance: plane.distanceToCell(r, c), areas })),
  );
}

/** Metres around a point: lengths of a degree at its latitude. */
class Plane {
  readonly row: number;
  readonly column: number;
  readonly #latitude: number;
  readonly #longitude: number;
  /** Metres of a unit to the north and to the east. */
  readonly #north: number;
  readonly #east: number;

  constructor({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }) {
    this.#latitude = latitude * UNITS_PER_DEGREE;
    this.#longitude = longitude * UNITS_PER_DEGREE;
    this.row = Math.floor(this.#latitude / ROW_UNITS);
    this.column = Math.floor(this.#longitude / COLUMN_UNITS);
    const angle = (latitude * Math.PI) / 180;
    this.#north = (111_132.95 - 559.85 * Math.cos(2 * angle)) / UNITS_PER_DEGREE;
    this.#east = (111_412.88 * Math.cos(angle) - 93.5 * Math.cos(3 * angle)) / UNITS_PER_DEGREE;
  }

  distanceTo(latitude: number, longitude: number): number {
    return Math.hypot((latitude - this.#latitude) * this.#north, (longitude - this.#longitude) * this.#east);
  }

  distanceToCell(row: number, column: number): number {
    return this.distanceTo(
      within(this.#latitude, row * ROW_UNITS, (row + 1) * ROW_UNITS),
      within(this.#longitude, column * COLUMN_UNITS, (column + 1) * COLUMN_UNITS),
    );
  }

  /** Returns a lower bound for the distance to any point in a ring of cells, in metres. */
  distanceOfRing(ring: number): number {
    return Math.max(0, ring - 1) * Math.min(ROW_UNITS * this.#north, COLUMN_UNITS * this.#east);
  }
}

function within(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
