/** Finds the CBS buurt of addresses by point in polygon. */
import type { Database } from "../../../base/sqlite.ts";
import type { Geometry } from "../../../geo/geometry.ts";
import { decodeGpkgGeometry } from "../../../geo/gpkg-geometry.ts";
import { distanceToGeometry } from "../../../geo/point-in-polygon.ts";
import { PolygonIndex } from "../../../geo/polygon-index.ts";
import { ADDRESSABLE_TYPES, formatIdentificatie } from "../../../registry/schema/object-types.ts";
import { hasBuurten } from "../../companions/cbs-areas.ts";
import type { ImportReport } from "../../report.ts";

/** Distance up to which an address outside all buurten of its gemeente gets the nearest one. */
const MAX_DISTANCE_M = 500;

/** Gemeenten whose buurten are in memory: addresses come in order of the gemeente that registered them. */
const MAX_GEMEENTEN = 8;

/**
 * Fills `work.adres_buurt` with the buurt of each address of `work.adres_link`, where there is a map. Map and registry
 * are of different dates, and borders drift apart. Therefore only buurten of the address's gemeente count: the buurt
 * that contains the address (on a border the first by code), else the nearest within 500 m. Reports gemeenten that the
 * map lacks, and addresses without a buurt.
 */
export function deriveBuurten(db: Database, report: ImportReport): void {
  if (!hasBuurten(db)) {
    return;
  }
  db.run(
    "CREATE TABLE work.adres_buurt (nummeraanduiding_id INTEGER PRIMARY KEY, buurt_id INTEGER NOT NULL)",
  );
  const insert = db.query("INSERT INTO work.adres_buurt VALUES (?, ?)");
  const locatorOf = createLocators(db, report);
  for (const type of ADDRESSABLE_TYPES) {
    const links = db.query<PlacedLink, []>(`
      SELECT l.nummeraanduiding_id AS id, w.gemeente_code AS gemeente, v.rd_x AS x, v.rd_y AS y
      FROM work.adres_link l CROSS JOIN woonplaats w ON w.fid = l.woonplaats_id
      CROSS JOIN ${type} v ON v.fid = l.object_id WHERE l.type = '${type}'`);
    for (const { id, gemeente, x, y } of links.iterate()) {
      const locator = locatorOf(gemeente);
      const buurt = locator.find(x, y);
      if (buurt !== undefined) {
        insert.run(id, buurt);
      } else if (!locator.isEmpty) {
        report.add("adres", "noticed", "no CBS buurt of its gemeente within 500 m", formatIdentificatie(id));
      }
    }
  }
}

interface PlacedLink {
  readonly id: number;
  readonly gemeente: number;
  readonly x: number;
  readonly y: number;
}

/** Returns a function that gives the locator of a gemeente, and keeps the last few. */
function createLocators(db: Database, report: ImportReport): (gemeente: number) => BuurtLocator {
  const select = db.query<{ id: number; geom: Uint8Array }, [number]>(
    "SELECT fid AS id, geom FROM buurt WHERE gemeente_code = ? ORDER BY fid",
  );
  const locators = new Map<number, BuurtLocator>();
  const reported = new Set<number>();
  return (gemeente) => {
    let locator = locators.get(gemeente);
    // Moves the locator to the end, so that the first one is the least recently used.
    locators.delete(gemeente);
    if (locator === undefined) {
      locator = new BuurtLocator(select.all(gemeente));
      if (locator.isEmpty && !reported.has(gemeente)) {
        reported.add(gemeente);
        report.add(
          "gemeente",
          "noticed",
          "has no buurten in the map of CBS",
          formatIdentificatie(gemeente, 4),
        );
      }
    }
    locators.set(gemeente, locator);
    if (locators.size > MAX_GEMEENTEN) {
      locators.delete(locators.keys().next().value!);
    }
    return locator;
  };
}

/** Finds the buurt of points among the buurten of one gemeente. */
class BuurtLocator {
  readonly #buurten: readonly { id: number; geometry: Geometry; index: PolygonIndex }[];

  /** `buurten` in order of code, which is the order of their ids. */
  constructor(buurten: readonly { id: number; geom: Uint8Array }[]) {
    this.#buurten = buurten.map(({ id, geom }) => {
      const geometry = decodeGpkgGeometry(geom);
      return { id, geometry, index: new PolygonIndex(geometry) };
    });
  }

  get isEmpty(): boolean {
    return this.#buurten.length === 0;
  }

  find(x: number, y: number): number | undefined {
    return this.#buurten.find(({ index }) => index.containsPoint(x, y))?.id ?? this.#findNearest(x, y);
  }

  #findNearest(x: number, y: number): number | undefined {
    let nearest: number | undefined;
    let least = MAX_DISTANCE_M;
    for (const { id, geometry, index } of this.#buurten) {
      const { minX, minY, maxX, maxY } = index.box;
      const isFar = x < minX - least || x > maxX + least || y < minY - least || y > maxY + least;
      const distance = isFar ? Infinity : distanceToGeometry(geometry, x, y);
      if (distance < least || (distance === least && nearest === undefined)) {
        nearest = id;
        least = distance;
      }
    }
    return nearest;
  }
}
