/**
 * Builds a registry of three gemeenten by hand from the DDL, to test its reads: what `import` would have derived is
 * typed here as it should be.
 */
import { afterAll } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openScratch } from "../../../src/base/sqlite.ts";
import { envelopeOf, type Geometry } from "../../../src/geo/geometry.ts";
import { decodeGpkgGeometry, encodeGpkgGeometry } from "../../../src/geo/gpkg-geometry.ts";
import { rdToWgs84, roundDegrees } from "../../../src/geo/rd.ts";
import { deriveDoelen } from "../../../src/import/derive/doelen-derive.ts";
import { derivePandRaster } from "../../../src/import/derive/spatial/pand-raster-derive.ts";
import { deriveStatistics } from "../../../src/import/derive/statistics-derive.ts";
import { createGeopackageTables, rtreeName } from "../../../src/registry/geopackage.ts";
import { nameKey } from "../../../src/registry/name-key.ts";
import { TYPE_CODES } from "../../../src/registry/object-types.ts";
import { postcodeCell } from "../../../src/registry/postcode-grid.ts";
import { PROVINCIES } from "../../../src/registry/provincies.ts";
import {
  type FeatureTable,
  INDEXES_DDL,
  objectTableDdl,
  SCHEMA_VERSION,
  TABLES_DDL,
} from "../../../src/registry/schema.ts";
import { sortKeyOf } from "../../../src/registry/sort-key.ts";

export const KEURSTRAAT = "0457300000000108";
export const PAMPUSLAAN = "0457300000000200";
export const HOLSTHOF = "0457300000000300";
export const ACHTERGRACHT_WEESP = "0457300000000400";
export const ACHTERGRACHT_AMSTERDAM = "0363300000000400";
export const DIEP = "0080300000000001";
export const PAND = "0457100000000001";

/** gemeente: code, naam, provincie, [adressen, panden, woonplaatsen, openbare ruimten]. */
const GEMEENTEN = [
  [457, "Weesp", 27, [15, 2, 1, 4]],
  [363, "Amsterdam", 27, [1, 0, 1, 1]],
  [80, "Leeuwarden", 21, [1, 0, 2, 1]],
] as const;

/** woonplaats: id, naam, gemeente, [adressen, panden, openbare ruimten]. */
const WOONPLAATSEN = [
  [3631, "Weesp", 457, [15, 2, 4]],
  [3594, "Amsterdam", 363, [1, 0, 1]],
  [1005, "Weespérdyk", 80, [1, 0, 1]],
  [1004, "Weespérdyk", 80, [0, 0, 0]],
] as const;

/** openbare ruimte: id, naam, verkorte naam, type, woonplaats, adressen. */
const OPENBARE_RUIMTEN = [
  [KEURSTRAAT, "Keurstraat", null, "Weg", 3631, 10],
  [PAMPUSLAAN, "Pampuslaan", null, "Weg", 3631, 4],
  [HOLSTHOF, "Henriëtte Roland Holsthof", "H Roland Holsthof", "Weg", 3631, 0],
  [ACHTERGRACHT_WEESP, "Achtergracht", null, "Weg", 3631, 1],
  [ACHTERGRACHT_AMSTERDAM, "Achtergracht", null, "Weg", 3594, 1],
  [DIEP, "'t Diep", null, "Water", 1005, 1],
] as const;

/** Verblijfsobject with hoofdadres 42 and the nevenadressen 5 and 5a. */
export const OBJECT = "0457010000005191";
const OTHER_OBJECT = "0457010000000002";
const GEVORMD_OBJECT = "0457010000000003";
const LIGPLAATS = "0457020000000001";

/**
 * adres: last digits of the id, openbare ruimte, huisnummer, huisletter, toevoeging, postcode, object, 1 for a
 * nevenadres.
 */
const ADRESSEN = [
  [1, KEURSTRAAT, 5, null, null, "1382KT", OBJECT, 1],
  [2, KEURSTRAAT, 5, "a", null, "1382KT", OBJECT, 1],
  [3, KEURSTRAAT, 12, "A", "10", "1382KT", OTHER_OBJECT, 0],
  [4, KEURSTRAAT, 12, "A", "2", "1382KT", OTHER_OBJECT, 0],
  [5, KEURSTRAAT, 12, null, "bov", "1382KT", OTHER_OBJECT, 0],
  [6, KEURSTRAAT, 12, null, "BOV", "1382KT", OTHER_OBJECT, 0],
  [7, KEURSTRAAT, 100, null, null, "1382KT", OTHER_OBJECT, 1],
  [8, KEURSTRAAT, 100, null, null, "1382KT", GEVORMD_OBJECT, 0],
  [9, KEURSTRAAT, 100, null, null, "1382KT", OTHER_OBJECT, 0],
  [10, KEURSTRAAT, 100, null, null, "1382KT", OTHER_OBJECT, 0],
  [11, PAMPUSLAAN, 42, null, null, "1382JR", OBJECT, 0],
  [12, PAMPUSLAAN, 2, null, null, "1382KT", OTHER_OBJECT, 0],
  [13, PAMPUSLAAN, 866, "s", null, "1383PN", LIGPLAATS, 0],
  [14, PAMPUSLAAN, 7, null, null, null, OTHER_OBJECT, 0],
  [15, ACHTERGRACHT_WEESP, 1, null, null, "1382KT", OTHER_OBJECT, 0],
  [16, ACHTERGRACHT_AMSTERDAM, 1, null, null, "1382KT", OTHER_OBJECT, 0],
  [17, DIEP, 1, null, null, "9001AA", OTHER_OBJECT, 0],
] as const;

/** RD of the addresses that are not at {@link POINT}: 100 m east of it, 250 m north of it, Amsterdam, Leeuwarden. */
const OTHER_POINTS: Readonly<Record<number, readonly [x: number, y: number]>> = {
  14: [131334.567, 480123.4],
  15: [131234.567, 480373.4],
  16: [121000, 487000],
  17: [182000, 579000],
};

/** postcodegebied: code, adressen, woonplaats, centre in RD; each is a square on its corner, with diagonals of 2 km. */
const POSTCODEGEBIEDEN = [
  [1382, 14, "Weesp", [131234.567, 480123.4]],
  [1383, 1, "Weesp", [131010, 480010]],
  [9001, 1, "Weespérdyk", [182000, 579000]],
] as const;

/** Returns the identificatie of the fixture's nth address. */
export function adresId(n: number): string {
  return (457200000000000 + n).toString().padStart(16, "0");
}

/** Point with three decimals, as delivered in the extract. */
export const POINT: Geometry = { type: "Point", x: 131234.567, y: 480123.4 };

/** An L of three squares of 10 m: its centroid lies at (8⅓, 8⅓) from the corner, inside. */
export const BERTH: Geometry = {
  type: "Polygon",
  rings: [
    Float64Array.of(
      ...[131000, 480000, 131020, 480000, 131020, 480010, 131010, 480010],
      ...[131010, 480020, 131000, 480020, 131000, 480000],
    ),
  ],
};

/** Position of all objects: reads return it unchanged. */
export const POSITION = { latitude: 52.30781234, longitude: 5.04321234 };

/** Creates an empty folder that is removed when the tests of the calling file are done. */
export function newTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "baken-registry-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Writes the registry file and returns its path. `adjust` changes rows before the counting tables and spatial indexes
 * are derived from them.
 */
export function writeRegistryFixture(
  path = join(newTestFolder(), "registry-2021-10-15.gpkg"),
  adjust: (db: Database) => void = () => {},
): string {
  const db = openScratch(path);
  db.run("ATTACH '' AS work");
  createGeopackageTables(db);
  db.run(TABLES_DDL);
  for (const code of TYPE_CODES) {
    db.run(objectTableDdl(code));
  }
  db.run("BEGIN");
  insertMeta(db);
  insertAreas(db);
  insertObjects(db);
  insertAdressen(db);
  adjust(db);
  for (const ddl of INDEXES_DDL) {
    db.run(ddl);
  }
  deriveDoelen(db);
  deriveStatistics(db);
  for (const table of ["adres", "pand", "postcodegebied"] as const) {
    insertBoxes(db, table);
  }
  db.run("COMMIT");
  db.close();
  derivePandRaster(path);
  return path;
}

/** Creates the R*Tree of a layer from its geometries. */
function insertBoxes(db: Database, table: FeatureTable): void {
  db.run(`CREATE VIRTUAL TABLE ${rtreeName(table)} USING rtree(id, minx, maxx, miny, maxy)`);
  const add = db.query(`INSERT INTO ${rtreeName(table)} VALUES (?, ?, ?, ?, ?)`);
  for (const { fid, geom } of db
    .query<{ fid: number; geom: Uint8Array }, []>(`SELECT fid, geom FROM ${table}`)
    .all()) {
    const { minX, maxX, minY, maxY } = envelopeOf(decodeGpkgGeometry(geom));
    add.run(fid, minX, maxX, minY, maxY);
  }
}

type Value = string | number | null | Uint8Array;

function insert(db: Database, table: string, row: Record<string, Value>): void {
  const columns = Object.keys(row);
  const places = columns.map(() => "?").join(", ");
  db.query(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places})`).run(...Object.values(row));
}

function insertMeta(db: Database): void {
  const meta = {
    schema_version: String(SCHEMA_VERSION),
    reference_date: "2021-10-15",
    imported_at: "2026-01-02T03:04:05Z",
    is_demo: "0",
    area: JSON.stringify(["0457"]),
    sources: JSON.stringify(["BAGGEM0457L-15102021.zip"]),
    counts: JSON.stringify({ adressen: 17, panden: 2, woonplaatsen: 4, gemeenten: 3 }),
  };
  for (const [key, value] of Object.entries(meta)) {
    insert(db, "registry", { key, value });
  }
  insert(db, "import_log", {
    id: 1,
    kind: "import",
    completed_at: meta.imported_at,
    reference_date: meta.reference_date,
    records_processed: 1_234,
    report: "{}",
  });
}

function insertAreas(db: Database): void {
  for (const { number, code, naam } of PROVINCIES) {
    const gemeenten = GEMEENTEN.filter(([, , provincie]) => provincie === number);
    const sum = (of: (gemeente: (typeof GEMEENTEN)[number]) => number) =>
      gemeenten.reduce((total, gemeente) => total + of(gemeente), 0);
    insert(db, "provincie", {
      fid: number,
      code,
      naam,
      gemeente_count: gemeenten.length,
      adres_count: sum(([, , , counts]) => counts[0]),
      pand_count: sum(([, , , counts]) => counts[1]),
      woonplaats_count: sum(([, , , counts]) => counts[2]),
    });
  }
  for (const [fid, naam, provincie, [adressen, panden, woonplaatsen, openbareRuimten]] of GEMEENTEN) {
    insert(db, "gemeente", {
      fid,
      naam,
      name_key: nameKey(naam),
      provincie_id: provincie,
      adres_count: adressen,
      pand_count: panden,
      woonplaats_count: woonplaatsen,
      openbare_ruimte_count: openbareRuimten,
    });
  }
  for (const [fid, naam, gemeente, [adressen, panden, openbareRuimten]] of WOONPLAATSEN) {
    insert(db, "woonplaats", {
      fid,
      naam,
      name_key: nameKey(naam),
      status: "Woonplaats aangewezen",
      voorkomen_identificatie: 1,
      gemeente_code: gemeente,
      adres_count: adressen,
      pand_count: panden,
      openbare_ruimte_count: openbareRuimten,
      geom: fid === 3631 ? encodeGpkgGeometry(BERTH) : null,
    });
  }
}

function insertObjects(db: Database): void {
  for (const [id, naam, verkorteNaam, type, woonplaats, adressen] of OPENBARE_RUIMTEN) {
    insert(db, "openbare_ruimte", {
      fid: Number(id),
      naam,
      verkorte_naam: verkorteNaam,
      type,
      woonplaats_id: woonplaats,
      status: 0,
      voorkomen_identificatie: 1,
      name_key: nameKey(naam),
      adres_count: adressen,
    });
  }
  for (const [id, status, hoofd, neven] of [
    [OBJECT, 2, 11, `${adresId(1)}|${adresId(2)}`],
    [OTHER_OBJECT, 2, 3, null],
    [GEVORMD_OBJECT, 0, 999, null],
  ] as const) {
    insert(db, "verblijfsobject", {
      fid: Number(id),
      hoofdadres_id: Number(adresId(hoofd)),
      nevenadres_ids: neven,
      gebruiksdoel: "woonfunctie|kantoorfunctie",
      oppervlakte: id === OBJECT ? 120 : null,
      status,
      voorkomen_identificatie: 1,
      pand_id: id === OBJECT ? Number(PAND) : null,
      ...POSITION,
      geom: encodeGpkgGeometry(POINT),
    });
  }
  insert(db, "pand", {
    fid: Number(PAND),
    bouwjaar: 1462,
    status: "Pand in gebruik",
    geconstateerd: 1,
    voorkomen_identificatie: 3,
    begin_geldigheid: "2010-09-23",
    eind_geldigheid: null,
    woonplaats_id: 3631,
    adres_count: 3,
    verblijfsobject_count: 1,
    geom: encodeGpkgGeometry(BERTH),
  });
}

function insertAdressen(db: Database): void {
  for (const [n, street, huisnummer, huisletter, toevoeging, postcode, object, isNevenadres] of ADRESSEN) {
    const [, straatnaam, verkort, , woonplaats] = OPENBARE_RUIMTEN.find(([id]) => id === street)!;
    const isBerth = object === LIGPLAATS;
    const otherPoint = OTHER_POINTS[n];
    const geometry = isBerth ? BERTH : otherPoint ? pointAt(otherPoint) : POINT;
    insert(db, "adres", {
      fid: Number(adresId(n)),
      type: isBerth ? "ligplaats" : "verblijfsobject",
      huisnummer,
      huisletter,
      huisnummertoevoeging: toevoeging,
      postcode,
      straatnaam,
      verkorte_straatnaam: verkort,
      openbare_ruimte_id: Number(street),
      woonplaats_id: woonplaats,
      is_nevenadres: isNevenadres,
      adresseerbaar_object_id: Number(object),
      gebruiksdoel: isBerth ? null : "woonfunctie|kantoorfunctie",
      oppervlakte: isBerth ? null : 120,
      pand_id: object === OBJECT ? Number(PAND) : null,
      bouwjaar: object === OBJECT ? 1462 : null,
      ...(otherPoint ? degreesAt(otherPoint) : POSITION),
      sort_key: sortKeyOf(huisnummer, huisletter, toevoeging),
      geom: encodeGpkgGeometry(geometry),
    });
    if (object === OBJECT) {
      insert(db, "pand_adres", { pand_id: Number(PAND), adres_id: Number(adresId(n)) });
    }
  }
  for (const [fid, count, naam, [x, y]] of POSTCODEGEBIEDEN) {
    const { latitude, longitude } = degreesAt([x, y]);
    insert(db, "postcodegebied", {
      fid,
      adres_count: count,
      woonplaats_naam: naam,
      latitude,
      longitude,
      boundary_source: "test",
      geom: encodeGpkgGeometry(diamondAround(x, y)),
    });
  }
  insert(db, "postcode", {
    postcode: "1382KT",
    straatnaam: "Keurstraat",
    woonplaats_id: 3631,
    min_huisnummer: 1,
    max_huisnummer: 100,
    adres_count: 13,
    ...POSITION,
    x: 131234.567,
    y: 480123.4,
    cell: postcodeCell(131234.567, 480123.4),
  });
}

function pointAt([x, y]: readonly [number, number]): Geometry {
  return { type: "Point", x, y };
}

function diamondAround(x: number, y: number): Geometry {
  const corners = [x, y - 1000, x + 1000, y, x, y + 1000, x - 1000, y, x, y - 1000];
  return { type: "Polygon", rings: [Float64Array.from(corners)] };
}

function degreesAt([x, y]: readonly [number, number]): { latitude: number; longitude: number } {
  const { lat, lon } = rdToWgs84(x, y);
  return { latitude: roundDegrees(lat), longitude: roundDegrees(lon) };
}
