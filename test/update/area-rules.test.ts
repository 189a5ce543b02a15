/**
 * Tests which parts of a national delivery belong to a registry of one gemeente, rule by rule on the small country's
 * Oosterland (0901).
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentProgress } from "../../src/import/progress.ts";
import { runImport } from "../../src/import/run-import.ts";
import { runUpdate, type UpdateResult } from "../../src/import/update/run-update.ts";
import type { BagObject } from "../../tools/country/official-format/objects.ts";
import { municipal, NAMES_CSV, NATIONAL } from "../support/countries/small-country.ts";
import {
  nummeraanduiding,
  openbareRuimte,
  pand,
  square,
  verblijfsobject,
  voorkomen,
  woonplaats,
} from "../support/extracts/bag-objects.ts";
import { writeDeliveryTo } from "../support/extracts/delivery-builder.ts";
import { writeExtractTo } from "../support/extracts/extract-builder.ts";
import { openCurrent } from "../support/registries/read-registry.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-update-area-rules-"));
const dataDir = join(folder, "data");
afterAll(() => rmSync(folder, { recursive: true }));

const FROM = "2024-03-09";
const NEW = voorkomen(1, FROM);
/**
 * Objects in the registry. It has the gemeente's own woonplaats 9001, and the neighbour's 9002, which the extract
 * contains for objects on the border.
 */
const HELD_STREET = "0901300000000001";
const NEIGHBOUR = "9002";
const [STREET, FAR_STREET, FOUNDED_STREET] = ["0901300000000080", "0901300000000081", "0901300000000082"];
const FAR = 200_000;

const ids = new Map<string, string>();
/** Registers an object of a case; the case's name stands for its identificatie in the expectations. */
function registerObject<T extends BagObject>(what: string, object: T): T {
  ids.set(what, object.identificatie);
  return object;
}

let numbers = 80;
const number = (ligtAan: string, rest: object = {}) =>
  nummeraanduiding({
    identificatie: `09012000000000${++numbers}`,
    huisnummer: numbers,
    ligtAan,
    voorkomen: NEW,
    ...rest,
  });
const building = (identificatie: string, x: number, y = 480_500) =>
  pand({ identificatie, geometrie: square(x, y, 10), bouwjaar: 2024, voorkomen: NEW });
const residence = (identificatie: string, hoofdadres: string, rest: object = {}) =>
  verblijfsobject({
    identificatie,
    hoofdadres,
    panden: ["0901100000000090"],
    geometrie: { x: FAR, y: 480_000 },
    voorkomen: NEW,
    ...rest,
  });

const near = registerObject("a number on a new street of the gemeente", number(STREET!));
const far = registerObject("a number elsewhere, with the gemeente's digits", number(FAR_STREET!));
const bordering = registerObject(
  "a number whose own woonplaats is another",
  number(STREET!, { ligtIn: NEIGHBOUR }),
);
const old = nummeraanduiding({
  identificatie: "0901200000000001",
  huisnummer: 1,
  ligtAan: HELD_STREET,
  postcode: "1111AA",
});
const oostdorp = woonplaats({
  identificatie: "9001",
  naam: "Oostdorp",
  geometrie: [square(120_000, 480_000, 2000)],
});
const movedIn = woonplaats({
  identificatie: "9006",
  naam: "Overloper",
  geometrie: [square(150_000, 480_000, 500)],
});

const BELONGING: readonly BagObject[] = [
  registerObject(
    "a street in its woonplaats",
    openbareRuimte({ identificatie: STREET!, naam: "A", ligtIn: "9001", voorkomen: NEW }),
  ),
  near,
  registerObject(
    "a number with another gemeente's digits",
    number(HELD_STREET, { identificatie: "0902200000000099" }),
  ),
  registerObject("a number of its woonplaats on a street elsewhere", number(FAR_STREET!, { ligtIn: "9001" })),
  registerObject("a residence with such a number", residence("0901010000000080", near.identificatie)),
  registerObject(
    "one that has such a number as a second address",
    residence("0902010000000081", far.identificatie, {
      nevenadressen: [near.identificatie],
      panden: ["0902100000000091"],
    }),
  ),
  registerObject("the pand of such a residence, wherever it lies", building("0901100000000090", FAR)),
  registerObject("the pand of one with another gemeente's digits", building("0902100000000091", FAR)),
  registerObject(
    "a pand without residence inside, with another gemeente's digits",
    building("0902100000000092", 121_000),
  ),
  registerObject("a pand on the land that the woonplaats gets", building("0902100000000093", 119_500)),
  registerObject(
    "a new woonplaats of the gemeente",
    woonplaats({
      identificatie: "9004",
      naam: "Nieuwdorp",
      geometrie: [square(140_000, 480_000, 500)],
      voorkomen: NEW,
    }),
  ),
  registerObject(
    "a street in the new woonplaats",
    openbareRuimte({ identificatie: FOUNDED_STREET!, naam: "C", ligtIn: "9004", voorkomen: NEW }),
  ),
  registerObject("a pand in the new woonplaats", building("0902100000000094", 140_100, 480_100)),
];

const NOT_BELONGING: readonly BagObject[] = [
  registerObject(
    "a street of the neighbour",
    openbareRuimte({ identificatie: FAR_STREET!, naam: "B", ligtIn: NEIGHBOUR, voorkomen: NEW }),
  ),
  far,
  bordering,
  registerObject(
    "a residence elsewhere",
    residence("0901010000000082", far.identificatie, { panden: ["0901100000000095"] }),
  ),
  registerObject("a pand of a residence elsewhere", building("0901100000000095", FAR)),
  registerObject(
    "a pand without residence in the neighbour, with the gemeente's digits",
    building("0901100000000096", 123_000),
  ),
  registerObject(
    "a new woonplaats of the neighbour",
    woonplaats({
      identificatie: "9005",
      naam: "Buurdorp",
      geometrie: [square(160_000, 480_000, 500)],
      voorkomen: NEW,
    }),
  ),
];

const RELATIES = [
  ...NATIONAL.relaties,
  { woonplaats: "9004", gemeente: "0901", begindatum: FROM, status: "definitief" },
  { woonplaats: "9005", gemeente: "0902", begindatum: FROM, status: "definitief" },
  { woonplaats: "9006", gemeente: "0902", begindatum: "1970-01-01", einddatum: FROM, status: "definitief" },
  { woonplaats: "9006", gemeente: "0901", begindatum: FROM, status: "definitief" },
  { woonplaats: "9007", gemeente: "0901", begindatum: "2025-01-01", status: "voorlopig" },
] as const;

let result: UpdateResult;
beforeAll(async () => {
  const extract = writeExtractTo(join(folder, "extract.zip"), municipal("0901"));
  const names = join(folder, "names.csv");
  writeFileSync(names, NAMES_CSV);
  await runImport(
    { paths: [extract], gemeenten: [names], boundaries: [], dataDir, history: "none" },
    silentProgress,
  );
  const delivery = writeDeliveryTo(join(folder, "delivery.zip"), {
    from: "2024-03-08",
    to: FROM,
    relaties: RELATIES,
    groups: [
      ...[...NOT_BELONGING, ...BELONGING].map((wordt) => [{ kind: "toevoeging", wordt } as const]),
      [
        {
          kind: "wijziging",
          was: oostdorp,
          wordt: { ...oostdorp, geometrie: [square(119_000, 480_000, 3000)] },
        },
      ],
      [{ kind: "wijziging", was: movedIn, wordt: { ...movedIn, naam: "Overgelopen" } }],
      [
        {
          kind: "toevoeging",
          wordt: woonplaats({
            identificatie: "9007",
            naam: "Later",
            geometrie: [square(170_000, 480_000, 500)],
            voorkomen: voorkomen(1, "2025-01-01"),
          }),
        },
      ],
      [{ kind: "wijziging", was: old, wordt: { ...old, ligtAan: FAR_STREET! } }],
      [{ kind: "verwijdering", was: pand({ ...building("0901100000000099", 121_000), voorkomen: NEW }) }],
    ],
  });
  result = await runUpdate({ dataDir, files: [delivery] }, silentProgress);
});

const TABLES = {
  WPL: "woonplaats",
  OPR: "openbare_ruimte",
  NUM: "nummeraanduiding",
  VBO: "verblijfsobject",
  PND: "pand",
};

function isHeld({ type, identificatie }: BagObject): boolean {
  using db = openCurrent(dataDir);
  const table = TABLES[type as keyof typeof TABLES];
  return db.query(`SELECT 1 FROM ${table} WHERE fid = ?`).get(Number(identificatie)) !== null;
}

const named = (objects: readonly BagObject[]) =>
  objects.map((object) => [[...ids].find(([, id]) => id === object.identificatie)![0], object] as const);

test.each(named(BELONGING))("%s comes", (_what, object) => expect(isHeld(object)).toBe(true));

test.each(named(NOT_BELONGING))("%s does not", (_what, object) => expect(isHeld(object)).toBe(false));

test("what the registry held is followed: it moves away, and is no address any more", () => {
  using db = openCurrent(dataDir);
  const row = db.query("SELECT openbare_ruimte_id FROM nummeraanduiding WHERE fid = 901200000000001");
  expect(row.values()).toEqual([[Number(FAR_STREET)]]);
  expect(db.query("SELECT 1 FROM adres WHERE fid = 901200000000001").get()).toBeNull();
});

test("a woonplaats of the gemeente that is yet to come is kept for its day", () => {
  using db = openCurrent(dataDir);
  expect(db.query("SELECT begin_geldigheid FROM voorkomen WHERE object_id = 9007").values()).toEqual([
    ["2025-01-01"],
  ]);
});

test("a woonplaats that comes from another gemeente is left out and named; no other object is reported", () => {
  expect(isHeld(movedIn)).toBe(false);
  const problems = result.report.problems.filter(({ about }) => about !== "adres");
  expect(problems.map(({ about, kind, examples }) => [about, kind, examples])).toEqual([
    ["WPL", "noticed", ["9006"]],
  ]);
  expect(problems[0]!.reason).toContain("import an extract of that gemeente");
});

test("the tally counts what is left out by type", () => {
  const leftOutByType = Object.entries(result.tallies!).map(([code, { elsewhere }]) => [code, elsewhere]);
  // Two woonplaatsen: the neighbour's new one, and one that moves in. One of the panden is removed and unknown.
  expect(Object.fromEntries(leftOutByType)).toEqual({
    WPL: 2,
    OPR: 1,
    NUM: 2,
    VBO: 1,
    LIG: 0,
    STA: 0,
    PND: 3,
  });
});
