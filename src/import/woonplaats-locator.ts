import { type Box, boxesOverlap, envelopeOf, type Geometry } from "../geo/geometry.ts";
import { containsPoint, distanceToGeometry } from "../geo/point-in-polygon.ts";

/** Area of a woonplaats, in RD; `geometry` may be a getter that reads it on demand. */
export interface WoonplaatsArea {
  readonly id: number;
  readonly geometry: Geometry;
  /** Any box around it; the envelope by default. */
  readonly box?: Box;
}

type Entry = Required<WoonplaatsArea>;

/** Woonplaats of a point; `isInside` is false when no polygon contains the point and this one is the nearest. */
export interface WoonplaatsAt {
  readonly id: number;
  readonly isInside: boolean;
}

const CELL_M = 2_000;

/**
 * Finds the woonplaats a point lies in, else the nearest one. A grid index lists woonplaatsen under the 2 km cells
 * their boxes touch, so a point is compared with only the few around it.
 */
export class WoonplaatsLocator {
  readonly #entries: Entry[];
  readonly #cells = new Map<number, Entry[]>();

  constructor(woonplaatsen: Iterable<WoonplaatsArea>) {
    this.#entries = [...woonplaatsen].map(withBox).sort((a, b) => a.id - b.id);
    for (const entry of this.#entries) this.#file(entry);
  }

  /**
   * Returns the woonplaats of a point in RD metres; undefined only when there are no woonplaatsen. Lowest id where
   * polygons overlap or distances tie.
   */
  locate(x: number, y: number): WoonplaatsAt | undefined {
    const at = { minX: x, minY: y, maxX: x, maxY: y };
    for (const entry of this.#cells.get(cellOf(x, y)) ?? [])
      if (boxesOverlap(entry.box, at) && containsPoint(entry.geometry, x, y))
        return { id: entry.id, isInside: true };
    const id = this.#nearest(x, y);
    return id === undefined ? undefined : { id, isInside: false };
  }

  #nearest(x: number, y: number): number | undefined {
    let best: number | undefined;
    let bestM = Infinity;
    for (const entry of this.#entries) {
      const { id, box } = entry;
      const boxM = Math.hypot(
        Math.max(box.minX - x, 0, x - box.maxX),
        Math.max(box.minY - y, 0, y - box.maxY),
      );
      if (boxM >= bestM) continue;
      const distanceM = distanceToGeometry(entry.geometry, x, y);
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

function withBox(area: WoonplaatsArea): Entry {
  return area.box === undefined ? { ...area, box: envelopeOf(area.geometry) } : (area as Entry);
}

function cellOf(x: number, y: number): number {
  return Math.floor(x / CELL_M) * 1_000 + Math.floor(y / CELL_M);
}
