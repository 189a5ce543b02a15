/**
 * Imports the real extract of Weesp of 2021-10-15: compares it with the golden numbers of docs/bag-format.md §3, and
 * with an independent parser.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../src/base/sqlite.ts";
import { silentProgress } from "../../src/import/progress.ts";
import { type ImportResult, runImport } from "../../src/import/run-import.ts";
import { GEMEENTE_BORDERS, GEMEENTEN, PC4_BORDERS, WEESP } from "../support/extracts/reference-files.ts";
import { listExisting } from "../support/oracles/extract-by-saxes.ts";
import { listLines, openCurrent } from "../support/registries/read-registry.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-import-weesp-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Name, expected count and query of counts of the registry. */
const GOLDEN: readonly (readonly [string, number, string])[] = [
  ["addresses", 12_034, "SELECT count(*) FROM adres"],
  ["addresses without a postcode", 107, "SELECT count(*) FROM adres WHERE postcode IS NULL"],
  ["panden", 12_227, "SELECT count(*) FROM pand"],
  ["openbare ruimten", 320, "SELECT count(*) FROM openbare_ruimte"],
  ["openbare ruimten of type Weg", 303, "SELECT count(*) FROM openbare_ruimte WHERE type = 'Weg'"],
  ["openbare ruimten of type Kunstwerk", 11, "SELECT count(*) FROM openbare_ruimte WHERE type = 'Kunstwerk'"],
  ["openbare ruimten of type Water", 4, "SELECT count(*) FROM openbare_ruimte WHERE type = 'Water'"],
  [
    "openbare ruimten of type Landschappelijk gebied",
    2,
    "SELECT count(*) FROM openbare_ruimte WHERE type = 'Landschappelijk gebied'",
  ],
  ["woonplaatsen", 1, "SELECT count(*) FROM woonplaats"],
  ["gemeenten", 1, "SELECT count(*) FROM gemeente"],
  ["nummeraanduidingen", 12_034, "SELECT count(*) FROM nummeraanduiding"],
  ["verblijfsobjecten", 11_858, "SELECT count(*) FROM verblijfsobject"],
  ["ligplaatsen", 167, "SELECT count(*) FROM ligplaats"],
  ["standplaatsen", 5, "SELECT count(*) FROM standplaats"],
  ["objects in several panden", 168, "SELECT count(*) FROM verblijfsobject WHERE pand_ids IS NOT NULL"],
  [
    "objects with several gebruiksdoelen",
    394,
    "SELECT count(*) FROM verblijfsobject WHERE gebruiksdoel LIKE '%|%'",
  ],
  [
    "nevenadressen (5 are named, one of them is withdrawn)",
    4,
    "SELECT count(*) FROM adres WHERE is_nevenadres = 1",
  ],
  ["panden without a residence", 5_008, "SELECT count(*) FROM pand WHERE verblijfsobject_count = 0"],
  [
    "full keys held by two addresses",
    7,
    `SELECT count(*) FROM (SELECT 1 FROM adres WHERE postcode IS NOT NULL
     GROUP BY postcode, huisnummer, huisletter, huisnummertoevoeging HAVING count(*) = 2)`,
  ],
  [
    "bouwjaren and oppervlakten that are dummies",
    0,
    "SELECT count(*) FROM adres WHERE bouwjaar > 2026 OR oppervlakte = 999999",
  ],
  ["PC4 areas", 4, "SELECT count(*) FROM postcodegebied"],
  [
    "addresses counted by PC4, those without a postcode left out",
    11_927,
    "SELECT sum(adres_count) FROM postcodegebied",
  ],
  ["addresses counted by street", 12_034, "SELECT sum(adres_count) FROM openbare_ruimte"],
  ["addresses of provincie Noord-Holland", 12_034, "SELECT adres_count FROM provincie WHERE fid = 27"],
  ["panden of provincie Noord-Holland", 12_227, "SELECT pand_count FROM provincie WHERE fid = 27"],
];

/** Name, condition on `adres` and expected addresses. */
const NAMED: readonly (readonly [string, string, string[]])[] = [
  [
    "verblijfsobject 0457010000005191 has one hoofdadres and two nevenadressen",
    "adresseerbaar_object_id = 457010000005191",
    ["Keurstraat 5 - - 1382KT 1", "Keurstraat 5 a - 1382KT 1", "Pampuslaan 42 - - 1382JR 0"],
  ],
  [
    "verblijfsobject 0457010000005200 has a nevenadres round the corner",
    "adresseerbaar_object_id = 457010000005200",
    ["Keurstraat 19 - - 1382KT 1", "Pampuslaan 90 - - 1382JR 0"],
  ],
  [
    "verblijfsobject 0457010000000631 is Breedstraat 23",
    "adresseerbaar_object_id = 457010000000631",
    ["Breedstraat 23 - - 1381BX 0"],
  ],
  [
    "standplaatsen lie at Papelaan",
    "type = 'standplaats' AND straatnaam = 'Papelaan' AND huisnummer IN (128, 132, 136)",
    ["Papelaan 128 - - 1382RP 0", "Papelaan 132 - - 1382RP 0", "Papelaan 136 - - 1382RP 0"],
  ],
  [
    "a ligplaats lies at Lage Klompweg 866 s",
    "type = 'ligplaats' AND straatnaam = 'Lage Klompweg' AND huisnummer = 866",
    ["Lage Klompweg 866 s - 1383PN 0"],
  ],
  [
    "a ligplaats lies at Dammerweg 948 s",
    "type = 'ligplaats' AND straatnaam = 'Dammerweg' AND huisnummer = 948",
    ["Dammerweg 948 s - 1383HV 0"],
  ],
];

describe("Weesp", () => {
  let db: Database;
  let result: ImportResult;
  let bounded: Database;
  let boundedResult: ImportResult;

  beforeAll(async () => {
    const dataDir = join(folder, "plain");
    const given = { paths: [WEESP], gemeenten: [GEMEENTEN] };
    result = await runImport({ ...given, boundaries: [], dataDir, history: "none" }, silentProgress);
    db = openCurrent(dataDir);
    const boundaries = [GEMEENTE_BORDERS, `CBS PC4=${PC4_BORDERS}`];
    const boundedDir = join(folder, "bounded");
    boundedResult = await runImport(
      { ...given, boundaries, dataDir: boundedDir, history: "none" },
      silentProgress,
    );
    bounded = openCurrent(boundedDir);
  });
  afterAll(() => {
    db.close();
    bounded.close();
  });

  test("is of the date its delivery says", () => {
    expect(result.referenceDate).toBe("2021-10-15");
    expect(result.registry).toBe("registry-2021-10-15.gpkg");
  });

  test("has the addresses and their index by postcode first in the file, and no free pages", () => {
    const front = "('adres', 'adres_postcode')";
    // Roots of tables are made before any row.
    const others = db
      .query(`SELECT DISTINCT name FROM dbstat WHERE path <> '/' AND name NOT IN ${front}
        AND pageno <= (SELECT max(pageno) FROM dbstat WHERE name IN ${front}) ORDER BY name`)
      .values();
    expect(others.flat()).toEqual(["gpkg_data_columns", "sqlite_schema"]);
    expect(db.query("PRAGMA freelist_count").values()).toEqual([[0]]);
  });

  test.each(GOLDEN.map((row) => [...row] as const))("has %s: %d", (_what, count, sql) => {
    expect(db.query(sql).values()).toEqual([[count]]);
  });

  test("has the files, voorkomens, existing and ended objects of each type", () => {
    const tallies = Object.entries(result.report.tallies).map(
      ([code, t]) => `${code} ${t.files} ${t.voorkomens} ${t.objects} ${t.ended}`,
    );
    expect(tallies).toEqual([
      "WPL 1 3 1 1",
      "OPR 1 593 320 1",
      "NUM 2 16113 12034 660",
      "VBO 3 26085 11858 651",
      "LIG 1 167 167 0",
      "STA 1 21 5 8",
      "PND 3 23091 12227 672",
    ]);
  });

  test("reports one problem: a nevenadres that is withdrawn", () => {
    const problems = result.report.problems.map(({ reason, count, examples }) => [reason, count, examples]);
    expect(problems).toEqual([["nevenadres is not an existing nummeraanduiding", 1, ["0457200000522576"]]]);
  });

  test.each(NAMED.map((row) => [...row] as const))("%s", (_name, condition, lines) => {
    const columns = "straatnaam, huisnummer, huisletter, huisnummertoevoeging, postcode, is_nevenadres";
    expect(listLines(db, `adres WHERE ${condition}`, columns)).toEqual(lines);
  });

  test("has exactly the seven duplicate keys", () => {
    const duplicateKeys = `(SELECT postcode, huisnummer, huisletter, huisnummertoevoeging FROM adres WHERE postcode IS NOT NULL
      GROUP BY 1, 2, 3, 4 HAVING count(*) > 1)`;
    expect(listLines(db, duplicateKeys, "postcode, huisnummer, huisletter, huisnummertoevoeging")).toEqual([
      "1381GT 110 - -",
      "1382AJ 17 - -",
      "1382JS 216 - -",
      "1382LE 3 a 13",
      "1382LJ 28 - -",
      "1382LJ 28 a -",
      "1382LJ 28 d -",
    ]);
  });

  test("has Breedstraat 23 in its four panden and in the counts of each", () => {
    const { ids } = db
      .query<{ ids: string }, []>("SELECT pand_ids AS ids FROM verblijfsobject WHERE fid = 457010000000631")
      .get()!;
    expect(ids.split("|")).toHaveLength(4);
    const adres = "SELECT fid FROM adres WHERE adresseerbaar_object_id = 457010000000631";
    expect(db.query(`SELECT count(*) FROM pand_adres WHERE adres_id = (${adres})`).values()).toEqual([[4]]);
  });

  test("decodes Henriëtte Roland Holsthof and its short name", () => {
    expect(
      listLines(db, "openbare_ruimte WHERE naam LIKE 'Henri%'", "naam, verkorte_naam, name_key"),
    ).toEqual(["Henriëtte Roland Holsthof H Roland Holsthof henriette roland holsthof"]);
  });

  test("lies in gemeente Weesp, which has ended since, in Noord-Holland", () => {
    expect(listLines(db, "gemeente", "code, naam, provincie_id, adres_count, pand_count")).toEqual([
      "0457 Weesp 27 12034 12227",
    ]);
    expect(listLines(db, "woonplaats", "identificatie, naam, gemeente_code")).toEqual(["3631 Weesp 457"]);
  });

  test("draws its PC4 areas around their addresses where no boundary file is given", () => {
    expect(listLines(db, "postcodegebied", "code, boundary_source")).toEqual([
      "1381 afgeleid van BAG-adressen",
      "1382 afgeleid van BAG-adressen",
      "1383 afgeleid van BAG-adressen",
      "1384 afgeleid van BAG-adressen",
    ]);
  });

  test("takes borders from the files given, under their own name or the label given", () => {
    expect(listLines(bounded, "gemeente", "code, boundary_source")).toEqual(["0457 gemeenten-2022"]);
    expect(listLines(bounded, "postcodegebied", "code, boundary_source")).toEqual([
      "1381 CBS PC4",
      "1382 CBS PC4",
      "1383 CBS PC4",
      "1384 afgeleid van BAG-adressen",
    ]);
  });

  test("reports that the border of 1384, newer than the boundary file, is the hull of its addresses", () => {
    const problem = boundedResult.report.problems.find(({ about }) => about === "postcodegebied");
    expect(problem).toMatchObject({ kind: "noticed", count: 1, examples: ["1384"] });
  });

  test("has the same objects and values that saxes finds", () => {
    const existing = listExisting(readFileSync(WEESP), "2021-10-15");
    const compare: Record<string, [string, string, string[]]> = {
      WPL: ["woonplaats", "identificatie, naam, status", ["identificatie", "naam", "status"]],
      OPR: [
        "openbare_ruimte",
        "identificatie, naam, verkorte_naam, type, printf('%04d', woonplaats_id)",
        ["identificatie", "naam", "verkorteNaam", "type", "WoonplaatsRef"],
      ],
      NUM: [
        "nummeraanduiding",
        "identificatie, huisnummer, huisletter, huisnummertoevoeging, postcode, voorkomen_identificatie, printf('%016d', openbare_ruimte_id)",
        [
          "identificatie",
          "huisnummer",
          "huisletter",
          "huisnummertoevoeging",
          "postcode",
          "voorkomenidentificatie",
          "OpenbareRuimteRef",
        ],
      ],
      VBO: [
        "verblijfsobject",
        "identificatie, oppervlakte, voorkomen_identificatie, eind_geldigheid",
        ["identificatie", "oppervlakte", "voorkomenidentificatie", "eindGeldigheid"],
      ],
      LIG: [
        "ligplaats",
        "identificatie, voorkomen_identificatie",
        ["identificatie", "voorkomenidentificatie"],
      ],
      STA: [
        "standplaats",
        "identificatie, voorkomen_identificatie",
        ["identificatie", "voorkomenidentificatie"],
      ],
      PND: [
        "pand",
        "identificatie, bouwjaar, status, begin_geldigheid",
        ["identificatie", "oorspronkelijkBouwjaar", "status", "beginGeldigheid"],
      ],
    };
    for (const [code, [table, columns, texts]] of Object.entries(compare)) {
      const objects = [...existing.get(code)!.values()];
      const expected = objects.map((object) => texts.map((name) => object.get(name) ?? "-").join(" ")).sort();
      expect(listLines(db, table, columns).sort()).toEqual(expected);
    }
  });
});
