import { type Box, boxesOverlap, envelopeOf, type Geometry } from "../geo/geometry.ts";
import { containsPoint, distanceToGeometry } from "../geo/point-in-polygon.ts";

interface Entry {
  readonly id: number;
  readonly geometry: Geometry;
  readonly box: Box;
}

const CELL_M = 2_000;

/**
 * Finds the woonplaats a point lies in, else the nearest one. Woonplaatsen are filed under the 2 km cells their
 * boxes touch, so a point is compared with the few around it.
 */
export class WoonplaatsLocator {
  readonly #entries: Entry[];
  readonly #cells = new Map<number, Entry[]>();

  constructor(woonplaatsen: Iterable<{ id: number; geometry: Geometry }>) {
    this.#entries = [...woonplaatsen]
      .map(({ id, geometry }) => ({ id, geometry, box: envelopeOf(geometry) }))
      .sort((a, b) => a.id - b.id);
    for (const entry of this.#entries) this.#file(entry);
  }

  /** RD metres; undefined only when there are no woonplaatsen. Lowest id where polygons overlap or tie. */
  find(x: number, y: number): number | undefined {
    const at = { minX: x, minY: y, maxX: x, maxY: y };
    for (const entry of this.#cells.get(cellOf(x, y)) ?? [])
      if (boxesOverlap(entry.box, at) && containsPoint(entry.geometry, x, y)) return entry.id;
    return this.#nearest(x, y);
  }

  #nearest(x: number, y: number): number | undefined {
    let best: number | undefined;
    let bestM = Infinity;
    for (const { id, geometry, box } of this.#entries) {
      const boxM = Math.hypot(
        Math.max(box.minX - x, 0, x - box.maxX),
        Math.max(box.minY - y, 0, y - box.maxY),
      );
      if (boxM >= bestM) continue;
      const distanceM = distanceToGeometry(geometry, x, y);
      if (distanceM >= bestM) continue;
      best = id;
      bestM = distanceM;
    }
    return best;
  }

  #file(entry: Entry): void {
    const { minX, minY, maxX, maxY } = entry.box;
    for (let x = Math.floor(minX / CELL_M); x <= Math.floor(maxX / CELL_M); x++)
      for (let y = Math.floor(minY / CELL_M); y <= Math.floor(maxY / CELL_M); y++) {
        const filed = this.#cells.get(x * 1_000 + y);
        if (filed === undefined) this.#cells.set(x * 1_000 + y, [entry]);
        else filed.push(entry);
      }
  }
}

function cellOf(x: number, y: number): number {
  return Math.floor(x / CELL_M) * 1_000 + Math.floor(y / CELL_M);
}
