import { Database } from "../../../src/base/sqlite.ts";
import { envelopeOf, type Geometry } from "../../../src/geo/geometry.ts";
import { decodeGpkgGeometry } from "../../../src/geo/gpkg-geometry.ts";
import { distanceToGeometry } from "../../../src/geo/point-in-polygon.ts";
import { representativePoint } from "../../../src/geo/representative-point.ts";
import { deriveAdressen } from "../../../src/import/derive/links/link-adressen.ts";
import { choosePanden, derivePandLinks } from "../../../src/import/derive/links/link-panden.ts";
import { deriveLinks } from "../../../src/import/derive/links/links-derive.ts";
import { ImportReport } from "../../../src/import/report.ts";
import { createTables } from "../../../src/registry/schema/schema.ts";
import { BASE_TABLES, type DeliveredTables, type Row, upsert } from "./base-changes.ts";

/**
 * Returns a database with the objects, derived by the steps of an import; only the woonplaats of a pand is found here,
 * in a slow and simple way.
 */
export function importBases({ tables }: DeliveredTables): Database {
  const db = new Database(":memory:", { strict: true });
  db.run("ATTACH ':memory:' AS work");
  createTables(db);
  db.run("BEGIN");
  const report = new ImportReport();
  for (const table of BASE_TABLES) {
    if (table !== "pand") {
      for (const row of tables[table].values()) {
        upsert(db, table, row);
      }
    }
  }
  deriveLinks(db, report);
  derivePandLinks(db);
  const woonplaatsen = [...tables.woonplaats.values()]
    .map(({ fid, geom }) => ({ id: Number(fid), geometry: decodeGpkgGeometry(geom as Uint8Array) }))
    .sort((a, b) => a.id - b.id);
  for (const row of tables.pand.values()) {
    insertPand(db, row, woonplaatsen);
  }
  choosePanden(db, report);
  deriveAdressen(db);
  return db;
}

function insertPand(
  db: Database,
  row: Row,
  woonplaatsen: readonly { id: number; geometry: Geometry }[],
): void {
  const { x, y } = pointOf(row.geom as Uint8Array);
  let nearest = { id: 0, distanceM: Infinity };
  for (const { id, geometry } of woonplaatsen) {
    const box = envelopeOf(geometry);
    const boxM = Math.hypot(Math.max(box.minX - x, 0, x - box.maxX), Math.max(box.minY - y, 0, y - box.maxY));
    if (boxM >= nearest.distanceM) {
      continue;
    }
    const distanceM = distanceToGeometry(geometry, x, y);
    if (distanceM < nearest.distanceM) {
      nearest = { id, distanceM };
    }
  }
  upsert(db, "pand", row);
  const fid = Number(row.fid);
  db.query(`UPDATE pand SET (woonplaats_id, adres_count, verblijfsobject_count) = (
    coalesce((SELECT woonplaats_id FROM work.pand_tally WHERE pand_id = ?1), ?2),
    coalesce((SELECT adres_count FROM work.pand_tally WHERE pand_id = ?1), 0),
    coalesce((SELECT verblijfsobject_count FROM work.pand_tally WHERE pand_id = ?1), 0)) WHERE fid = ?1`).run(
    fid,
    nearest.id,
  );
  if (nearest.distanceM > 0) {
    db.query("INSERT INTO unresolved_reference VALUES (?, ?)").run(nearest.id, fid);
  }
}

const points = new WeakMap<Uint8Array, { x: number; y: number }>();

/** Caches the point by blob, because most panden never change. */
function pointOf(geom: Uint8Array): { x: number; y: number } {
  const known = points.get(geom);
  if (known !== undefined) {
    return known;
  }
  const point = representativePoint(decodeGpkgGeometry(geom));
  points.set(geom, point);
  return point;
}
