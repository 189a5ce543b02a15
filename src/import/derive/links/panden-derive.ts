/** Links addresses to panden, counts them per pand, and chooses one pand for each verblijfsobject. */
import type { Database } from "../../../base/sqlite.ts";
import { type Geometry, polygonsOf } from "../../../geo/geometry.ts";
import { decodeGpkgGeometry } from "../../../geo/gpkg-geometry.ts";
import { containsPoint } from "../../../geo/point-in-polygon.ts";
import { representativePoint } from "../../../geo/representative-point.ts";
import { formatIdentificatie } from "../../../registry/schema/object-types.ts";
import type { ImportReport } from "../../report.ts";
import { ALL_ROWS, type RowsOf } from "./rows-of.ts";
import { storeUnresolvedPanden, VERBLIJFSOBJECTEN_WITHOUT_ADRES } from "./unresolved-references.ts";

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
  // A verblijfsobject has one hoofdadres: those that are addresses count it here, the others below.
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

/** Parameters of an update: the rows to read, and `touch`, called before the row of a verblijfsobject is changed. */
export interface PandChoiceOptions {
  readonly rowsOf: RowsOf;
  readonly touch: (fid: number) => void;
}

const IMPORT_OPTIONS: PandChoiceOptions = { rowsOf: ALL_ROWS, touch: () => {} };

/**
 * Chooses the pand of each verblijfsobject that names several: the one whose footprint holds its point, else the one
 * with the lowest identificatie. Panden that do not exist (any more) remain only in `pand_ids` and
 * `unresolved_reference`, and are reported.
 */
export function choosePanden(
  db: Database,
  report: ImportReport,
  { rowsOf, touch }: PandChoiceOptions = IMPORT_OPTIONS,
): void {
  const choose = createPandChooser(db);
  const update = db.query("UPDATE verblijfsobject SET pand_id = ?, pand_ids = ? WHERE fid = ?");
  for (const object of [...listWithMultiplePanden(db, rowsOf), ...listWithMissingPand(db, rowsOf)]) {
    const { pand_id, pand_ids, missing } = choose(object);
    if (pand_id !== object.pand_id || pand_ids !== object.pand_ids) {
      touch(object.fid);
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
    if (existing.length < 2) {
      return { pand_id: existing[0] ?? null, pand_ids, missing };
    }
    const point = representativePoint(decodeGpkgGeometry(findObject.get(object.fid)!.geom));
    const containsAddress = (id: number) =>
      footprintContains(decodeGpkgGeometry(findPand.get(id)!.geom), point);
    return { pand_id: existing.find(containsAddress) ?? existing[0]!, pand_ids, missing };
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

/** Stores case d of `unresolved_reference` (update-schema.ts) and removes the missing pand from `pand_adres`. */
function storeUnresolvedPand(db: Database, pand: number, object: number): void {
  db.query("DELETE FROM pand_adres WHERE pand_id = ?").run(pand);
  db.query("INSERT OR IGNORE INTO unresolved_reference VALUES (?, ?)").run(pand, object);
}

function footprintContains(footprint: Geometry, point: { x: number; y: number }): boolean {
  return polygonsOf(footprint).length > 0 && containsPoint(footprint, point.x, point.y);
}
