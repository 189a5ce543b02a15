/**
 * Builds a registry of three gemeenten by hand from the DDL, to test its reads: what `import` would have derived is
 * typed here as it should be.
 */
import { afterAll } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openScratch } from "../../../src/base/sqlite.ts";
import { encodeGpkgGeometry } from "../../../src/geo/gpkg-geometry.ts";
import { DOELEN } from "../../../src/import/derive/doelen.ts";
import { deriveOutlines } from "../../../src/import/derive/spatial/outlines.ts";
import { derivePandTables } from "../../../src/import/derive/spatial/pand-tables-derive.ts";
import { BOUWJAREN, STATISTICS } from "../../../src/import/derive/statistics.ts";
import { ImportReport } from "../../../src/import/report.ts";
import { postcodeCell } from "../../../src/registry/index/postcode-grid.ts";
import { createGeopackageTables } from "../../../src/registry/schema/geopackage.ts";
import { nameKey } from "../../../src/registry/schema/name-key.ts";
import { TYPE_CODES } from "../../../src/registry/schema/object-types.ts";
import { PROVINCIES } from "../../../src/registry/schema/provincies.ts";
import {
  INDEXES_DDL,
  objectTableDdl,
  SCHEMA_VERSION,
  TABLES_DDL,
} from "../../../src/registry/schema/schema.ts";
import { sortKeyOf } from "../../../src/registry/schema/sort-key.ts";
import { insertBoxes } from "./insert-boxes.ts";
import {
  ACHTERGRACHT_AMSTERDAM,
  ACHTERGRACHT_WEESP,
  ADRESSEN,
  adresId,
  BERTH,
  BERTH_POINT,
  DIEP,
  degreesAt,
  diamondAround,
  GEMEENTEN,
  GEVORMD_OBJECT,
  HOLSTHOF,
  KEURSTRAAT,
  LIGPLAATS,
  OBJECT,
  OPENBARE_RUIMTEN,
  OTHER_OBJECT,
  OTHER_POINTS,
  PAMPUSLAAN,
  PAND,
  POINT,
  POSITION,
  POSTCODEGEBIEDEN,
  pointAt,
  WOONPLAATSEN,
} from "./registry-fixture-rows.ts";

export {
  ACHTERGRACHT_AMSTERDAM,
  ACHTERGRACHT_WEESP,
  adresId,
  DIEP,
  HOLSTHOF,
  KEURSTRAAT,
  OBJECT,
  PAMPUSLAAN,
  PAND,
  POSITION,
};

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
  insertCbsAreas(db);
  adjust(db);
  for (const ddl of INDEXES_DDL) {
    db.run(ddl);
  }
  for (const { derive } of [DOELEN, STATISTICS, BOUWJAREN]) {
    derive(db);
  }
  derivePandTables(db);
  deriveOutlines(db, new ImportReport());
  insertBoxes(db);
  db.run("COMMIT");
  db.close();
  return path;
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
    data_version: "2021-10-15-0123456789ab",
    is_demo: "0",
    area: JSON.stringify(["0457"]),
    sources: JSON.stringify(["BAGGEM0457L-15102021.zip"]),
    counts: JSON.stringify({ adressen: 17, panden: 2, woonplaatsen: 4, gemeenten: 3 }),
    buurt_year: "2021",
    buurt_source: "CBS",
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
    data_version: meta.data_version,
    record_changes: null,
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

/** Addresses 1 to 3 and 14 of Weesp lie in buurten; gemeente 0999 is only on the map. */
function insertCbsAreas(db: Database): void {
  const geom = encodeGpkgGeometry(diamondAround(POINT.x, POINT.y));
  for (const [fid, code, naam, gemeente_code] of [
    [1, "WK045700", "Weesp-Stad", 457],
    [2, "WK04570A", "Weesp-Zuid", 457],
    [3, "WK099900", "Elders", 999],
  ] as const) {
    insert(db, "wijk", { fid, code, naam, gemeente_code, geom: fid === 1 ? geom : null });
  }
  for (const [fid, code, naam, wijk_id, adres_count] of [
    [1, "BU04570001", "Centrum", 1, 2],
    [2, "BU04570002", "Aetsveld", 1, 1],
    [3, "BU04570A01", "Zuidpólder", 2, 1],
    [4, "BU09990001", "Elders", 3, 0],
  ] as const) {
    const gemeente_code = Number(code.slice(2, 6));
    insert(db, "buurt", { fid, code, naam, wijk_id, gemeente_code, adres_count, geom });
  }
  const setBuurt = db.query("UPDATE adres SET buurt_id = ? WHERE fid = ?");
  for (const [adres, buurt] of [
    [1, 1],
    [2, 1],
    [3, 2],
    [14, 3],
  ] as const) {
    setBuurt.run(buurt, Number(adresId(adres)));
  }
  insert(db, "veiligheidsregio", { gemeente_code: 457, code: "VR14", naam: "Gooi en Vechtstreek" });
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
      rd_x: POINT.x,
      rd_y: POINT.y,
      geom: encodeGpkgGeometry(POINT),
    });
  }
  insert(db, "ligplaats", {
    fid: Number(LIGPLAATS),
    hoofdadres_id: Number(adresId(13)),
    status: 0,
    voorkomen_identificatie: 1,
    ...POSITION,
    rd_x: BERTH_POINT.x,
    rd_y: BERTH_POINT.y,
    geom: encodeGpkgGeometry(BERTH),
  });
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
    const point = isBerth ? BERTH_POINT : otherPoint ? pointAt(otherPoint) : POINT;
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
      object_status: isBerth || object === GEVORMD_OBJECT ? 0 : 2,
      gebruiksdoel: isBerth ? null : "woonfunctie|kantoorfunctie",
      oppervlakte: isBerth ? null : 120,
      pand_id: object === OBJECT ? Number(PAND) : null,
      bouwjaar: object === OBJECT ? 1462 : null,
      ...(otherPoint ? degreesAt(otherPoint) : POSITION),
      rd_x: point.x,
      rd_y: point.y,
      sort_key: sortKeyOf(huisnummer, huisletter, toevoeging),
      geom: encodeGpkgGeometry(point),
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
