import { BoundedMap, memoize } from "../../base/memoize.ts";
import { type Box, boxesOverlap, envelopeOf, type Geometry } from "../../geo/geometry.ts";
import { distanceToGeometry } from "../../geo/point-in-polygon.ts";
import { PolygonIndex } from "../../geo/polygon-index.ts";

/** Area of a woonplaats, in RD; `geometry` may be a getter that reads it on demand. */
export interface WoonplaatsArea {
  readonly id: number;
  readonly geometry: Geometry;
  /** Any box around it; the envelope by default. */
  readonly box?: Box;
}

type IndexedArea = Required<WoonplaatsArea>;

/** Woonplaats of a point; `isInside` is false when no polygon contains the point and this one is the nearest. */
export interface LocatedWoonplaats {
  readonly id: number;
  readonly isInside: boolean;
}

const CELL_M = 2_000;
/** Points come gemeente by gemeente; indexes of all woonplaatsen would take hundreds of megabytes. */
const MAX_POLYGON_INDEXES = 64;

/**
 * Finds the woonplaats a point lies in, else the nearest one. A grid index lists woonplaatsen under the 2 km cells
 * their boxes touch, so a point is compared with only the few around it.
 */
export class WoonplaatsLocator {
  readonly #areas: IndexedArea[];
  readonly #cells = new Map<number, IndexedArea[]>();
  readonly #polygons = new BoundedMap<IndexedArea, PolygonIndex>(MAX_POLYGON_INDEXES);

  constructor(woonplaatsen: Iterable<WoonplaatsArea>) {
    this.#areas = [...woonplaatsen].map(withBox).sort((a, b) => a.id - b.id);
    for (const area of this.#areas) {
      this.#addToGrid(area);
    }
  }

  /**
   * Returns the woonplaats of a point in RD metres; undefined only when there are no woonplaatsen. Lowest id where
   * polygons overlap or distances tie.
   */
  locate(x: number, y: number): LocatedWoonplaats | undefined {
    const at = { minX: x, minY: y, maxX: x, maxY: y };
    for (const area of this.#cells.get(cellOf(x, y)) ?? []) {
      if (boxesOverlap(area.box, at) && this.#polygonOf(area).containsPoint(x, y)) {
        return { id: area.id, isInside: true };
      }
    }
    const id = this.#nearest(x, y);
    return id === undefined ? undefined : { id, isInside: false };
  }

  #polygonOf(area: IndexedArea): PolygonIndex {
    return memoize(this.#polygons, area, () => new PolygonIndex(area.geometry));
  }

  #nearest(x: number, y: number): number | undefined {
    let best: number | undefined;
    let bestM = Infinity;
    for (const area of this.#areas) {
      const { id, box } = area;
      const boxM = Math.hypot(
        Math.max(box.minX - x, 0, x - box.maxX),
        Math.max(box.minY - y, 0, y - box.maxY),
      );
      if (boxM >= bestM) {
        continue;
      }
      const distanceM = distanceToGeometry(area.geometry, x, y);
      if (distanceM >= bestM) {
        continue;
      }
      best = id;
      bestM = distanceM;
    }
    return best;
  }

  #addToGrid(area: IndexedArea): void {
    const { minX, minY, maxX, maxY } = area.box;
    for (let x = Math.floor(minX / CELL_M); x <= Math.floor(maxX / CELL_M); x++) {
      for (let y = Math.floor(minY / CELL_M); y <= Math.floor(maxY / CELL_M); y++) {
        const cell = this.#cells.get(x * 1_000 + y);
        if (cell === undefined) {
          this.#cells.set(x * 1_000 + y, [area]);
        } else {
          cell.push(area);
        }
      }
    }
  }
}

function withBox(area: WoonplaatsArea): IndexedArea {
  return area.box === undefined ? { ...area, box: envelopeOf(area.geometry) } : (area as IndexedArea);
}

function cellOf(x: number, y: number): number {
  return Math.floor(x / CELL_M) * 1_000 + Math.floor(y / CELL_M);
}
