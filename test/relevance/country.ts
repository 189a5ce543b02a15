/**
 * Builds a registry from address lines, with as much as search needs, for cases on addresses that no extract at hand
 * holds.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openScratch } from "../../src/base/sqlite.ts";
import { encodeGpkgPoint } from "../../src/geo/gpkg-geometry.ts";
import { STATISTICS } from "../../src/import/derive/statistics.ts";
import { createGeopackageTables } from "../../src/registry/schema/geopackage.ts";
import { nameKey } from "../../src/registry/schema/name-key.ts";
import { OBJECT_TYPES } from "../../src/registry/schema/object-types.ts";
import { PROVINCIES } from "../../src/registry/schema/provincies.ts";
import { createTables, INDEXES_DDL, SCHEMA_VERSION } from "../../src/registry/schema/schema.ts";
import { sortKeyOf } from "../../src/registry/schema/sort-key.ts";
import { insertBoxes } from "../support/registries/insert-boxes.ts";

/**
 * Line of `street | number | letter | toevoeging | postcode | woonplaats | provincie | verkorte naam`; the last three
 * may be left out.
 */
export type AddressLine = string;

const FILE = "registry-2026-01-01.gpkg";
/** Metres between consecutive addresses. */
const IN_USE = OBJECT_TYPES.VBO.statuses.indexOf("Verblijfsobject in gebruik");
const SPACING_M = 100;

type Value = string | number | null | Uint8Array;

/** Writes a data folder with these addresses and returns its path. */
export function makeCountry(lines: readonly AddressLine[]): string {
  const folder = mkdtempSync(join(tmpdir(), "baken-relevance-"));
  const db = openScratch(join(folder, FILE));
  createGeopackageTables(db);
  createTables(db);
  db.run("ATTACH '' AS work");
  db.run("BEGIN");
  for (const { number, code, naam } of PROVINCIES) {
    insert(db, "provincie", { fid: number, code, naam });
  }
  const places = new Map<string, number>();
  const streets = new Map<string, number>();
  lines.forEach((line, i) => {
    addAddress(db, { line, fid: 1_000_000_000_000_000 + i, places, streets });
  });
  for (const ddl of INDEXES_DDL) {
    db.run(ddl);
  }
  insertCounts(db, lines.length);
  insertBoxes(db);
  db.run("COMMIT");
  db.close();
  writeFileSync(join(folder, "current"), `${FILE}\n`);
  return folder;
}

interface NewAddress {
  readonly line: AddressLine;
  readonly fid: number;
  readonly places: Map<string, number>;
  readonly streets: Map<string, number>;
}

function addAddress(db: Database, { line, fid, places, streets }: NewAddress): void {
  const [straat, number, letter, toevoeging, postcode, stad, provincie = "NH", kort = ""] = line
    .split("|")
    .map((part) => part.trim()) as [string, string, string, string, string, string, string?, string?];
  const place = findOrAddId(places, `${stad} ${provincie}`, 1000, (id) =>
    addPlace(db, id, stad, provincie || "NH"),
  );
  const street = findOrAddId(streets, `${straat} ${place}`, 1_000_300_000_000_000, (id) =>
    insert(db, "openbare_ruimte", {
      fid: id,
      naam: straat,
      verkorte_naam: kort || null,
      type: "Weg",
      woonplaats_id: place,
      status: 0,
      voorkomen_identificatie: 1,
      name_key: nameKey(straat),
    }),
  );
  const [x, y] = [131234.567, 300123.4 + SPACING_M * (fid % 3_000)];
  const position = { latitude: 52.3, longitude: 5.0, rd_x: x, rd_y: y, geom: encodeGpkgPoint(x, y) };
  insert(db, "verblijfsobject", {
    ...position,
    fid,
    hoofdadres_id: fid,
    gebruiksdoel: "woonfunctie",
    status: IN_USE,
    voorkomen_identificatie: 1,
  });
  insert(db, "adres", {
    ...position,
    fid,
    type: "verblijfsobject",
    huisnummer: Number(number),
    huisletter: letter || null,
    huisnummertoevoeging: toevoeging || null,
    postcode: postcode || null,
    straatnaam: straat,
    verkorte_straatnaam: kort || null,
    openbare_ruimte_id: street,
    woonplaats_id: place,
    is_nevenadres: 0,
    adresseerbaar_object_id: fid,
    object_status: IN_USE,
    sort_key: sortKeyOf(Number(number), letter || null, toevoeging || null),
  });
}

function findOrAddId(
  known: Map<string, number>,
  key: string,
  first: number,
  add: (id: number) => void,
): number {
  let id = known.get(key);
  if (id === undefined) {
    id = first + known.size;
    known.set(key, id);
    add(id);
  }
  return id;
}

/** Adds a place, which is a gemeente of its own. */
function addPlace(db: Database, id: number, naam: string, provincie: string): void {
  const { number } = PROVINCIES.find(({ code }) => code === provincie)!;
  insert(db, "gemeente", { fid: id, naam, name_key: nameKey(naam), provincie_id: number });
  insert(db, "woonplaats", {
    fid: id,
    naam,
    name_key: nameKey(naam),
    status: "Woonplaats aangewezen",
    voorkomen_identificatie: 1,
    gemeente_code: id,
    geom: null,
  });
}

function insertCounts(db: Database, adressen: number): void {
  db.run(`UPDATE openbare_ruimte SET adres_count = (
    SELECT count(*) FROM adres WHERE openbare_ruimte_id = openbare_ruimte.fid)`);
  db.run(`INSERT INTO postcode
      (postcode, straatnaam, woonplaats_id, min_huisnummer, max_huisnummer, adres_count, latitude, longitude, x, y, cell)
    SELECT postcode, min(straatnaam), min(woonplaats_id), min(huisnummer), max(huisnummer), count(*), 52.3, 5.0, 131234.567, 480123.4, 0
    FROM adres WHERE postcode IS NOT NULL GROUP BY postcode`);
  STATISTICS.derive(db);
  const meta = {
    schema_version: String(SCHEMA_VERSION),
    reference_date: "2026-01-01",
    imported_at: "2026-01-02T03:04:05Z",
    data_version: "2026-01-01-0123456789ab",
    is_demo: "0",
    area: JSON.stringify(["9999"]),
    sources: "[]",
    counts: JSON.stringify({ adressen, panden: 0 }),
    report: "{}",
  };
  for (const [key, value] of Object.entries(meta)) {
    insert(db, "registry", { key, value });
  }
}

function insert(db: Database, table: string, row: Record<string, Value>): void {
  const columns = Object.keys(row);
  db.query(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`).run(
    ...Object.values(row),
  );
}
