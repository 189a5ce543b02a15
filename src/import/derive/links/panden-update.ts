/** Updates the counts and the woonplaats of panden; panden-derive.ts derives the former, parse workers the latter. */
import type { Database } from "../../../base/sqlite.ts";
import { type Box, envelopeOf, type Geometry, polygonsOf, type Ring } from "../../../geo/geometry.ts";
import { decodeGpkgGeometry } from "../../../geo/gpkg-geometry.ts";
import { representativePoint } from "../../../geo/representative-point.ts";
import { rtreeName } from "../../../registry/schema/geopackage.ts";
import { WoonplaatsLocator } from "../../objects/woonplaats-locator.ts";
import type { TouchedRows } from "../touched.ts";

interface PandRow {
  readonly fid: number;
  readonly geom: Uint8Array;
  readonly woonplaats_id: number | null;
  readonly adres_count: number;
  readonly verblijfsobject_count: number;
}

/** Derived columns of a pand's row; `woonplaats_id` is null when it has no address. */
type DerivedPandColumns = Pick<PandRow, "woonplaats_id" | "adres_count" | "verblijfsobject_count">;

/**
 * Counts addresses and locates the woonplaats again for the panden that were touched, those in `work.affected_pand`
 * (updateAdressen), and those near a border of a woonplaats that moved. Maintains case e of `unresolved_reference`.
 */
export function updatePanden(db: Database, touched: TouchedRows): void {
  db.run("INSERT OR IGNORE INTO work.affected_pand SELECT fid FROM work.touched_pand");
  findRelocatedPanden(db);
  db.run("DELETE FROM unresolved_reference WHERE source_id IN (SELECT fid FROM work.touched_pand)");
  const find = db.query<PandRow, [number]>(
    "SELECT fid, geom, woonplaats_id, adres_count, verblijfsobject_count FROM pand WHERE fid = ?",
  );
  const deriveColumns = preparePandColumns(db);
  const locateWoonplaats = prepareWoonplaatsLookup(db);
  const update = db.query(
    "UPDATE pand SET woonplaats_id = ?, adres_count = ?, verblijfsobject_count = ? WHERE fid = ?",
  );
  const affected = db.query<{ fid: number }, []>("SELECT fid FROM work.affected_pand").all();
  for (const { fid } of affected) {
    const pand = find.get(fid);
    if (pand === null) {
      continue;
    }
    const located = locateWoonplaats(pand);
    const derived = deriveColumns(fid);
    const woonplaats = derived.woonplaats_id ?? located;
    if (hasSameColumns(pand, { ...derived, woonplaats_id: woonplaats })) {
      continue;
    }
    touched.touch("pand", fid);
    update.run(woonplaats, derived.adres_count, derived.verblijfsobject_count, fid);
  }
}

function hasSameColumns(a: DerivedPandColumns, b: DerivedPandColumns): boolean {
  return (
    a.woonplaats_id === b.woonplaats_id &&
    a.adres_count === b.adres_count &&
    a.verblijfsobject_count === b.verblijfsobject_count
  );
}

/**
 * Returns a function that derives these columns for one pand. Unlike derivePandLinks, which works before addresses
 * exist, it reads `adres`, so that it does not depend on the country's size.
 */
function preparePandColumns(db: Database): (fid: number) => DerivedPandColumns {
  const query = db.query<DerivedPandColumns, [number]>(`SELECT
    (SELECT woonplaats_id FROM adres WHERE fid = (SELECT min(adres_id) FROM pand_adres WHERE pand_id = ?1)) AS woonplaats_id,
    (SELECT count(*) FROM pand_adres WHERE pand_id = ?1) AS adres_count,
    (SELECT count(*) FROM (
      SELECT a.adresseerbaar_object_id FROM pand_adres l CROSS JOIN adres a ON a.fid = l.adres_id WHERE l.pand_id = ?1
      UNION SELECT v.fid FROM unresolved_reference r CROSS JOIN verblijfsobject v ON v.fid = r.source_id WHERE r.target_id = ?1
    )) AS verblijfsobject_count`);
  return (fid) => query.get(fid)!;
}

/** Returns a function that finds the woonplaats a pand lies in or is nearest to, and records when it lies in none. */
function prepareWoonplaatsLookup(db: Database): (pand: PandRow) => number | null {
  const locator = openWoonplaatsLocator(db);
  const removeReference = db.query("DELETE FROM unresolved_reference WHERE source_id = ?");
  const insertReference = db.query("INSERT INTO unresolved_reference VALUES (?, ?)");
  return ({ fid, geom }) => {
    const { x, y } = representativePoint(decodeGpkgGeometry(geom));
    const located = locator.locate(x, y);
    removeReference.run(fid);
    if (located !== undefined && !located.isInside) {
      insertReference.run(located.id, fid);
    }
    return located?.id ?? null;
  };
}

/**
 * Returns a locator like that of an import's parse workers, but reads geometries of untouched woonplaatsen on demand.
 */
function openWoonplaatsLocator(db: Database): WoonplaatsLocator {
  const find = db.query<{ geom: Uint8Array }, [number]>("SELECT geom FROM woonplaats WHERE fid = ?");
  const read = (id: number) => decodeGpkgGeometry(find.get(id)!.geom);
  const untouched = db
    .query<Box & { id: number }, []>(
      `SELECT id, minx AS minX, miny AS minY, maxx AS maxX, maxy AS maxY FROM ${rtreeName("woonplaats")}
       WHERE id NOT IN (SELECT fid FROM work.touched_woonplaats)`,
    )
    .all()
    .map(({ id, ...box }) => withLazyGeometry(id, box, read));
  const touched = listTouchedBorders(db).flatMap(({ id, geometry }) => (geometry ? { id, geometry } : []));
  return new WoonplaatsLocator([...untouched, ...touched]);
}

function withLazyGeometry(id: number, box: Box, read: (id: number) => Geometry) {
  let cached: Geometry | undefined;
  return {
    id,
    box,
    get geometry() {
      cached ??= read(id);
      return cached;
    },
  };
}

/**
 * Adds to `work.affected_pand` the panden that may lie in another woonplaats than before because a woonplaats was
 * added or removed or has another border: those around the difference between its old and new geometry, and all panden
 * that lie in no woonplaats.
 */
function findRelocatedPanden(db: Database): void {
  const insertNear = db.query(`INSERT OR IGNORE INTO work.affected_pand SELECT id FROM ${rtreeName("pand")}
    WHERE maxx >= ? AND minx <= ? AND maxy >= ? AND miny <= ?`);
  let hasMovedBorder = false;
  for (const { geometry, before } of listTouchedBorders(db)) {
    const box = differenceBox(before, geometry);
    if (box === undefined) {
      continue;
    }
    hasMovedBorder = true;
    insertNear.run(box.minX, box.maxX, box.minY, box.maxY);
  }
  if (!hasMovedBorder) {
    return;
  }
  db.run(`INSERT OR IGNORE INTO work.affected_pand
    SELECT p.fid FROM unresolved_reference r CROSS JOIN pand p ON p.fid = r.source_id WHERE r.target_id < ${WOONPLAATS_ID_END}`);
}

/** Lower bound of all other identificaties: those of woonplaatsen have four digits, all others more. */
const WOONPLAATS_ID_END = 10_000;

/**
 * Lists the touched woonplaatsen with their current and previous geometry, undefined where they do not or did not
 * exist.
 */
function listTouchedBorders(db: Database) {
  const decode = (geom: Uint8Array | null) => (geom === null ? undefined : decodeGpkgGeometry(geom));
  return db
    .query<{ id: number; geom: Uint8Array | null; before: Uint8Array | null }, []>(
      `SELECT t.fid AS id, w.geom, o.geom AS before FROM work.touched_woonplaats t
       LEFT JOIN woonplaats w ON w.fid = t.fid LEFT JOIN work.old_woonplaats o ON o.fid = t.fid`,
    )
    .all()
    .map(({ id, geom, before }) => ({ id, geometry: decode(geom), before: decode(before) }));
}

type Rings = readonly Ring[];

/** Margin in metres, far more than rounding can shift a border. */
const MARGIN_M = 1;

/**
 * Returns a box around all points that lie in exactly one of two areas, with a margin; undefined when there are none. A
 * border that moved in one place gives a box around that place, however large the areas are: edges that both have
 * cancel out.
 */
export function differenceBox(a: Geometry | undefined, b: Geometry | undefined): Box | undefined {
  const [onlyA, onlyB] = multisetDifferences(polygonsById(a), polygonsById(b));
  // An area of several parts is their union, so edges may only cancel within one part.
  const [edgesA, edgesB] =
    onlyA.length === 1 && onlyB.length === 1
      ? multisetDifferences(edgesById(onlyA[0]!), edgesById(onlyB[0]!))
      : [onlyA.flat(), onlyB.flat()];
  const lines = [...edgesA, ...edgesB];
  if (lines.length === 0) {
    return undefined;
  }
  const box = envelopeOf({ type: "Polygon", rings: lines });
  return {
    minX: box.minX - MARGIN_M,
    minY: box.minY - MARGIN_M,
    maxX: box.maxX + MARGIN_M,
    maxY: box.maxY + MARGIN_M,
  };
}

function polygonsById(geometry: Geometry | undefined): [string, Rings][] {
  if (geometry === undefined) {
    return [];
  }
  return polygonsOf(geometry).map((rings) => [rings.map((ring) => ring.join(" ")).join(";"), rings]);
}

function edgesById(rings: Rings): [string, Ring][] {
  return rings.flatMap((ring) =>
    Array.from({ length: ring.length / 2 - 1 }, (_, i): [string, Ring] => {
      const edge = ring.subarray(i * 2, i * 2 + 4);
      return [edge.join(" "), edge];
    }),
  );
}

/** Returns the items that each list has more of than the other (multiset difference). */
function multisetDifferences<T>(a: readonly [string, T][], b: readonly [string, T][]): [T[], T[]] {
  return [subtractMultiset(a, b), subtractMultiset(b, a)];
}

function subtractMultiset<T>(from: readonly [string, T][], other: readonly [string, T][]): T[] {
  const counts = new Map<string, number>();
  for (const [id] of other) {
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return from.flatMap(([id, value]) => {
    const remaining = counts.get(id) ?? 0;
    counts.set(id, remaining - 1);
    return remaining > 0 ? [] : [value];
  });
}
