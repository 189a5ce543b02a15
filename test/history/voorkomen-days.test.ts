/**
 * Days on which histories report the references of a voorkomen, announced changes, and the periods of areas. The
 * expected answers follow from docs/time.md and the objects below by hand.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { KINDS } from "../../src/exports/kinds/index.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import type { GemeenteWoonplaatsRelatie } from "../../tools/country/official-format/gemeente-woonplaats-relatie.ts";
import { importInvented, OOSTERLAND } from "../support/countries/import-invented.ts";
import {
  nummeraanduiding,
  openbareRuimte,
  pand,
  square,
  verblijfsobject,
  voorkomen,
  woonplaats,
} from "../support/extracts/bag-objects.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const REFERENCE_DATE = "2024-03-08";
const STREET = "0901300000000001";
const [FIRST, FURTHER, MOVING] = ["0901200000000001", "0901200000000002", "0901200000000003"] as const;
const [RESIDENCE, OTHER] = ["0901010000000001", "0901010000000003"] as const;
/** DEMOLISHED ends on the same day as its residence. */
const [DEMOLISHED, BUILT, ENTERED_EARLY] = [
  "0901100000000001",
  "0901100000000002",
  "0901100000000003",
] as const;

const residence = (days: Parameters<typeof voorkomen>, rest: object = {}) =>
  verblijfsobject({
    ...{ identificatie: RESIDENCE, hoofdadres: FIRST, nevenadressen: [FURTHER], panden: [DEMOLISHED] },
    ...{ geometrie: { x: 120_105, y: 480_105 }, voorkomen: voorkomen(...days) },
    ...rest,
  });
const other = (days: Parameters<typeof voorkomen>, rest: object = {}) =>
  residence(days, { identificatie: OTHER, hoofdadres: MOVING, nevenadressen: [], panden: [BUILT], ...rest });
const building = (identificatie: string, days: Parameters<typeof voorkomen>, rest: object = {}) =>
  pand({
    ...{ identificatie, geometrie: square(120_100, 480_100, 50), bouwjaar: 1990 },
    ...{ voorkomen: voorkomen(...days), ...rest },
  });
const number = (
  identificatie: string,
  huisnummer: number,
  days: Parameters<typeof voorkomen>,
  rest: object = {},
) => nummeraanduiding({ identificatie, huisnummer, ligtAan: STREET, voorkomen: voorkomen(...days), ...rest });
const city = (identificatie: string, days: Parameters<typeof voorkomen>, rest: object = {}) =>
  woonplaats({
    ...{ identificatie, naam: "Oostdorp", geometrie: [square(120_000, 480_000, 2000)] },
    ...{ voorkomen: voorkomen(...days), ...rest },
  });

const OBJECTS = [
  city("9001", [1, "2012-01-01", "2016-01-01"]),
  city("9001", [2, "2016-01-01"], { status: "Woonplaats ingetrokken" }),
  city("9002", [1, "2016-01-01"]),
  // Older than the woonplaats.
  openbareRuimte({
    ...{ identificatie: STREET, naam: "Dorpsstraat", ligtIn: "9001" },
    voorkomen: voorkomen(1, "2010-01-01", "2016-01-01"),
  }),
  openbareRuimte({
    ...{ identificatie: STREET, naam: "Dorpsstraat", ligtIn: "9002" },
    voorkomen: voorkomen(2, "2016-01-01"),
  }),

  // Older than its pand and its further address, and ends on the same day as both. Measured again.
  building(DEMOLISHED, [1, "2012-05-01", "2020-06-01"]),
  building(DEMOLISHED, [2, "2020-06-01"], { status: "Pand gesloopt" }),
  number(FIRST, 1, [1, "2012-01-01", "2020-06-01"]),
  number(FIRST, 1, [2, "2020-06-01"], { status: "Naamgeving ingetrokken" }),
  number(FURTHER, 2, [1, "2013-01-01", "2020-06-01"]),
  number(FURTHER, 2, [2, "2020-06-01"], { status: "Naamgeving ingetrokken" }),
  residence([1, "2010-01-01", "2018-01-01"]),
  residence([2, "2018-01-01", "2018-01-01"], { oppervlakte: 1 }),
  residence([3, "2018-01-01", "2020-06-01"], { oppervlakte: 90 }),
  residence([4, "2020-06-01", "2021-01-01"], { status: "Verblijfsobject ingetrokken", oppervlakte: 90 }),
  residence([5, "2021-01-01"], { status: "Verblijfsobject ingetrokken", oppervlakte: 91 }),

  // In force today until an announced day. Older than its pand. Its number gets a postcode on the announced day.
  building(BUILT, [1, "2022-01-01"]),
  number(MOVING, 3, [1, "2012-01-01", "2025-01-01"]),
  number(MOVING, 3, [2, "2025-01-01"], { postcode: "1111AA" }),
  other([1, "2012-01-01", "2025-01-01"]),
  other([2, "2025-01-01"], { oppervlakte: 120 }),

  // Its year is implausible during the first days of its voorkomens, but before the second begins.
  building(ENTERED_EARLY, [1, "1995-01-01", "2010-01-01"], { bouwjaar: 2012 }),
  building(ENTERED_EARLY, [2, "2010-01-01"], { bouwjaar: 2012, status: "Verbouwing pand" }),
];

const RELATIES: GemeenteWoonplaatsRelatie[] = [
  {
    woonplaats: "9001",
    gemeente: "0901",
    begindatum: "2011-01-01",
    einddatum: "2011-01-02",
    status: "voorlopig",
  },
  { woonplaats: "9001", gemeente: "0901", begindatum: "2011-01-02", status: "definitief" },
  {
    woonplaats: "9002",
    gemeente: "0901",
    begindatum: "2015-11-03",
    einddatum: "2025-01-01",
    status: "definitief",
  },
  { woonplaats: "9002", gemeente: "0902", begindatum: "2025-01-01", status: "voorlopig" },
];

const { folder, dataDir } = await importInvented(
  {
    area: { kind: "municipal", gemeentecode: "0901", gemeentenaam: "Oosterland" },
    ...{ referenceDate: REFERENCE_DATE, relaties: RELATIES, objects: OBJECTS },
  },
  [OOSTERLAND, "27;Noord-Holland;0902;Westerland;1970-01-01;"],
);

const harness = openHarness(dataDir);
const registry = openRegistry(dataDir);
afterAll(() => {
  registry.close();
  harness.close();
  rmSync(folder, { recursive: true });
});

const get = async (path: string) => (await harness.askJson(path)).body.data;

type Voorkomen = Readonly<Record<string, unknown>>;

describe("a residence", () => {
  test("names what is there on its last day, and after it ended what was there then", async () => {
    const { voorkomens } = await get(`/residences/${RESIDENCE}/history?include=corrections`);
    const told = voorkomens.map((one: Voorkomen) => [
      one.voorkomen_identificatie,
      one.pand_id,
      one.nevenadres_nummeraanduiding_ids,
      one.changed,
    ]);
    expect(told).toEqual([
      [1, DEMOLISHED, [FURTHER], []],
      [2, DEMOLISHED, [FURTHER], ["oppervlakte"]],
      [3, DEMOLISHED, [FURTHER], ["oppervlakte"]],
      [4, DEMOLISHED, [FURTHER], ["status"]],
      [5, DEMOLISHED, [FURTHER], ["oppervlakte"]],
    ]);
  });

  test("in force today has the values of today, also until an announced day", async () => {
    const { voorkomens } = await get(`/residences/${OTHER}/history`);
    expect(voorkomens[0]).toMatchObject(await get(`/residences/${OTHER}`));
    expect(voorkomens[0].pand_id).toBe(BUILT);
    expect(voorkomens[1]).toMatchObject({ changed: ["oppervlakte"], pand_id: BUILT });
  });

  test("has the same values in an export", () => {
    const parts = KINDS.residence_history.read(
      registry.current()!,
      { filter: {}, region: undefined },
      { order: "list" },
    );
    const rows = [...parts].flat().map(({ record }) => [record.identificatie, record.pand_id]);
    expect(rows).toEqual([...Array(4).fill([RESIDENCE, DEMOLISHED]), ...Array(2).fill([OTHER, BUILT])]);
  });
});

test("a building has a year that is plausible by the last day of a voorkomen", async () => {
  const { voorkomens } = await get(`/buildings/${ENTERED_EARLY}/history`);
  expect(voorkomens.map((one: Voorkomen) => [one.bouwjaar, one.changed])).toEqual([
    [2012, []],
    [2012, ["status"]],
  ]);
  const path = "/changes/objects?gemeente_code=0901&type=pand&from=2010-01-01&to=2010-01-02";
  const { changes } = await get(path);
  expect(changes).toMatchObject([
    { fields: ["status"], before: { bouwjaar: 2012 }, after: { bouwjaar: 2012 } },
  ]);
});

test("a street has the name of a woonplaats that came after it", async () => {
  const { voorkomens } = await get(`/streets/${STREET}/history`);
  expect(voorkomens.map((one: Voorkomen) => [one.woonplaats_naam, one.changed])).toEqual([
    ["Oostdorp", []],
    ["Oostdorp", ["woonplaats_id"]],
  ]);
});

describe("what begins after the reference date is announced", () => {
  const marks = (list: readonly Voorkomen[]) => list.map(({ announced }) => announced);

  test("of addresses and objects", async () => {
    const { periods } = await get(`/addresses/${MOVING}/history`);
    expect(marks(periods)).toEqual([undefined, true]);
    const { voorkomens } = await get(`/residences/${OTHER}/history`);
    expect(marks(voorkomens)).toEqual([undefined, true]);
  });

  test("of areas", async () => {
    const { gemeenten } = await get("/cities/9002/history");
    expect(marks(gemeenten)).toEqual([undefined, true]);
    const { woonplaatsen } = await get("/municipalities/0902/history");
    expect(marks(woonplaatsen)).toEqual([true]);
  });
});

test("a city lies in a gemeente in one period until it ends", async () => {
  const bounds = { valid_from: "2012-01-01", valid_until: "2016-01-01" };
  const { gemeenten } = await get("/cities/9001/history");
  expect(gemeenten).toMatchObject([{ ...bounds, gemeente_code: "0901" }]);
  const { woonplaatsen } = await get("/municipalities/0901/history");
  expect(woonplaatsen).toMatchObject([
    { ...bounds, woonplaats_id: "9001", gemeente_code_today: null },
    {
      valid_from: "2016-01-01",
      valid_until: "2025-01-01",
      woonplaats_id: "9002",
      gemeente_code_today: "0901",
    },
  ]);
});
