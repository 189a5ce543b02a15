/**
 * Links addresses to panden, counts them per pand, and chooses one pand for each verblijfsobject; an update repeats
 * both for the rows that it touches, and finds the woonplaats of panden that may have come to lie in another one.
 */
import type { Database } from "../../../base/sqlite.ts";
import { type Box, envelopeOf, type Geometry, polygonsOf, type Ring } from "../../../geo/geometry.ts";
import { decodeGpkgGeometry } from "../../../geo/gpkg-geometry.ts";
import { representativePoint } from "../../../geo/representative-point.ts";
import { choosePand } from "../../../registry/read/choose-pand.ts";
import { rtreeName } from "../../../registry/schema/geopackage.ts";
import { formatIdentificatie } from "../../../registry/schema/object-types.ts";
import { WoonplaatsLocator } from "../../objects/woonplaats-locator.ts";
import type { ImportReport } from "../../report.ts";
import { ALL_ROWS, type RowsOf } from "./rows-of.ts";
import { storeUnresolvedPanden, VERBLIJFSOBJECTEN_WITHOUT_ADRES } from "./unresolved-references.ts";

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
export function updatePanden(db: Database): void {
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
    if (!hasSameColumns(pand, { ...derived, woonplaats_id: woonplaats })) {
      update.run(woonplaats, derived.adres_count, derived.verblijfsobject_count, fid);
    }
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
 * Returns a locator like the one in an import's parse workers, but reads geometries of untouched woonplaatsen on
 * demand.
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

/** Lower bound of all other identificaties: woonplaatsen have four digits, all others more. */
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

/**
 * Fills `pand_adres` and `work.pand_tally`, which has per pand the number of addresses, the number of
 * verblijfsobjecten, and the woonplaats of the address with the lowest identificatie. An object in several panden
 * counts in each.
 */
export function derivePandLinks(db: Database): void {
  derivePandAdres(db);
  db.run(`CREATE TABLE work.pand_tally (
    pand_id INTEGER PRIMARY KEY,
    adres_count INTEGER NOT NULL,
    verblijfsobject_count INTEGER NOT NULL,
    woonplaats_id INTEGER)`);
  // A verblijfsobject has one hoofdadres. Those whose hoofdadres is an address are counted here, the others below.
  db.run(`INSERT INTO work.pand_tally
    SELECT pand_id, adres_count, hoofdadres_count, woonplaats_id FROM (
      SELECT pand_id, count(*) AS adres_count, sum(NOT is_nevenadres) AS hoofdadres_count, woonplaats_id, min(adres_id)
      FROM work.pand_link GROUP BY pand_id)`);
  db.run(`INSERT INTO work.pand_tally
    SELECT coalesce(m.pand_id, v.pand_id) AS pand, 0, count(*), NULL
    FROM ${VERBLIJFSOBJECTEN_WITHOUT_ADRES}
    WHERE pand IS NOT NULL GROUP BY pand
    ON CONFLICT (pand_id) DO UPDATE SET
      verblijfsobject_count = verblijfsobject_count + excluded.verblijfsobject_count`);
}

/**
 * Fills `pand_adres` from `work.adres_link`, including panden that do not exist: choosePanden removes those. Its rows
 * are also in `work.pand_link`, with columns of their links.
 */
export function derivePandAdres(db: Database, rowsOf: RowsOf = ALL_ROWS): void {
  deriveMultiplePanden(db, rowsOf);
  db.run(`CREATE TABLE work.pand_link (
    pand_id INTEGER NOT NULL,
    adres_id INTEGER NOT NULL,
    woonplaats_id INTEGER NOT NULL,
    is_nevenadres INTEGER NOT NULL,
    PRIMARY KEY (pand_id, adres_id)) WITHOUT ROWID`);
  db.run(`INSERT INTO work.pand_link
    SELECT coalesce(m.pand_id, v.pand_id) AS pand, l.nummeraanduiding_id, l.woonplaats_id, l.is_nevenadres
    FROM work.adres_link l CROSS JOIN verblijfsobject v ON v.fid = l.object_id
    LEFT JOIN work.object_pand m ON m.object_id = v.fid
    WHERE l.type = 'verblijfsobject' AND pand IS NOT NULL ORDER BY 1, 2`);
  db.run("INSERT INTO pand_adres SELECT pand_id, adres_id FROM work.pand_link");
  storeUnresolvedPanden(db);
}

/**
 * Creates `work.object_pand`: the panden of the objects for which `pand_id` is not complete, as they have `pand_ids`.
 */
function deriveMultiplePanden(db: Database, rowsOf: RowsOf): void {
  db.run(`CREATE TABLE work.object_pand (
    object_id INTEGER, pand_id INTEGER, PRIMARY KEY (object_id, pand_id)) WITHOUT ROWID`);
  const insert = db.query("INSERT OR IGNORE INTO work.object_pand VALUES (?, ?)");
  for (const row of listWithMultiplePanden(db, rowsOf)) {
    for (const id of listNamedPanden(row)) {
      insert.run(row.fid, id);
    }
  }
}

/** Columns of a verblijfsobject's row that refer to its panden. */
export interface PandReference {
  readonly fid: number;
  readonly pand_id: number | null;
  readonly pand_ids: string | null;
}

/** Returns all panden a verblijfsobject names, whether they exist or not. */
export function listNamedPanden({ pand_id, pand_ids }: Omit<PandReference, "fid">): number[] {
  if (pand_ids !== null) {
    return pand_ids.split("|").map(Number);
  }
  return pand_id === null ? [] : [pand_id];
}

/** Returns the verblijfsobjecten in several panden, or (in an update) in one that did not exist. */
function listWithMultiplePanden(db: Database, rowsOf: RowsOf = ALL_ROWS): PandReference[] {
  return db
    .query<PandReference, []>(
      `SELECT fid, pand_id, pand_ids FROM ${rowsOf("verblijfsobject")} WHERE pand_ids IS NOT NULL`,
    )
    .all();
}

/**
 * Chooses the pand of each verblijfsobject that names several: the pand whose footprint contains its point, else the
 * pand with the lowest identificatie. Panden that do not exist (any more) remain only in `pand_ids` and
 * `unresolved_reference`, and are reported.
 */
export function choosePanden(db: Database, report: ImportReport, rowsOf: RowsOf = ALL_ROWS): void {
  const choose = createPandChooser(db);
  const update = db.query("UPDATE verblijfsobject SET pand_id = ?, pand_ids = ? WHERE fid = ?");
  for (const object of [...listWithMultiplePanden(db, rowsOf), ...listWithMissingPand(db, rowsOf)]) {
    const { pand_id, pand_ids, missing } = choose(object);
    if (pand_id !== object.pand_id || pand_ids !== object.pand_ids) {
      update.run(pand_id, pand_ids, object.fid);
    }
    for (const pand of missing) {
      storeUnresolvedPand(db, pand, object.fid);
      report.add("VBO", "noticed", "names a pand that does not exist", formatIdentificatie(object.fid));
    }
  }
}

/**
 * Returns a function that computes a verblijfsobject's `pand_id` and `pand_ids` from the panden that exist, and lists
 * the missing ones.
 */
function createPandChooser(db: Database) {
  const findObject = db.query<{ geom: Uint8Array }, [number]>(
    "SELECT geom FROM verblijfsobject WHERE fid = ?",
  );
  const findPand = db.query<{ geom: Uint8Array }, [number]>("SELECT geom FROM pand WHERE fid = ?");
  return (object: PandReference): Omit<PandReference, "fid"> & { missing: number[] } => {
    const named = listNamedPanden(object).sort((a, b) => a - b);
    const existing = named.filter((id) => findPand.get(id) !== null);
    const missing = named.filter((id) => !existing.includes(id));
    if (named.length === 1 && missing.length === 0) {
      return { pand_id: named[0]!, pand_ids: null, missing };
    }
    const pand_ids = object.pand_ids ?? formatIdentificatie(named[0]!);
    const chosen = choosePand(
      existing,
      () => decodeGpkgGeometry(findObject.get(object.fid)!.geom),
      (id) => decodeGpkgGeometry(findPand.get(id)!.geom),
    );
    return { pand_id: chosen ?? null, pand_ids, missing };
  };
}

/** Returns the verblijfsobjecten whose only pand does not exist. */
function listWithMissingPand(db: Database, rowsOf: RowsOf): PandReference[] {
  return db
    .query<PandReference, []>(
      `SELECT v.fid, v.pand_id, v.pand_ids FROM ${rowsOf("verblijfsobject")} v
       WHERE v.pand_ids IS NULL AND v.pand_id IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM pand p WHERE p.fid = v.pand_id)`,
    )
    .all();
}

/** Stores case d of `unresolved_reference` (schema.ts) and removes the missing pand from `pand_adres`. */
function storeUnresolvedPand(db: Database, pand: number, object: number): void {
  db.query("DELETE FROM pand_adres WHERE pand_id = ?").run(pand);
  db.query("INSERT OR IGNORE INTO unresolved_reference VALUES (?, ?)").run(pand, object);
}
