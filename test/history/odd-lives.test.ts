/**
 * Lives that real data has rarely: residences that end twice, announced names, voorkomens that are marked or cannot be
 * used. The expected answers follow from docs/time.md and the objects below by hand.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
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

const [STREET, PAND] = ["0901300000000001", "0901100000000001"];
const number = (n: number) => `0901200000000${String(n).padStart(3, "0")}`;
const residence = (n: number) => `0901010000000${String(n).padStart(3, "0")}`;
/** Document of its own day, by which objects belong together. */
const by = (documentnummer: string) => ({ documentdatum: "2020-01-01", documentnummer });
const ENDED = { status: "Verblijfsobject ingetrokken" } as const;

/** Number `n`, with that identificatie and house number: issued on a day, and withdrawn on another. */
function numbered(n: number, issued: string, withdrawn?: string) {
  const given = { identificatie: number(n), huisnummer: n, ligtAan: STREET, postcode: "1111AA" };
  const first = nummeraanduiding({ ...given, voorkomen: voorkomen(1, issued, withdrawn) });
  if (withdrawn === undefined) {
    return [first];
  }
  const status = "Naamgeving ingetrokken";
  return [first, nummeraanduiding({ ...given, status, voorkomen: voorkomen(2, withdrawn) })];
}

/** Voorkomen of the residence of number `n`, or of another number. */
const lived = (n: number, days: Parameters<typeof voorkomen>, rest: object = {}) =>
  verblijfsobject({
    identificatie: residence(n),
    hoofdadres: number(n),
    panden: [PAND],
    geometrie: { x: 120_105, y: 480_105 },
    voorkomen: voorkomen(...days),
    ...rest,
  });

const FIFTY = { identificatie: number(50), huisnummer: 50, ligtAan: STREET };

const OBJECTS = [
  woonplaats({
    ...{ identificatie: "9001", naam: "Oostdorp", geometrie: [square(120_000, 480_000, 2000)] },
    voorkomen: voorkomen(1, "2010-01-01", "2025-01-01"),
  }),
  woonplaats({
    ...{ identificatie: "9001", naam: "Nieuwdorp", geometrie: [square(120_000, 480_000, 2000)] },
    voorkomen: voorkomen(2, "2025-01-01"),
  }),
  woonplaats({ identificatie: "9002", naam: "Westdorp", geometrie: [square(123_000, 480_000, 2000)] }),
  // The street was never in Westdorp: one voorkomen is marked, the other is a correction.
  openbareRuimte({ identificatie: STREET, naam: "Dorpsstraat", ligtIn: "9001" }),
  openbareRuimte({
    ...{ identificatie: STREET, naam: "Dorpsstraat", ligtIn: "9002" },
    voorkomen: voorkomen(1, "2010-01-01", undefined, { tijdstipNietBagLV: "2012-06-01T00:00:00.000" }),
  }),
  openbareRuimte({
    ...{ identificatie: "0901300000000002", naam: "Kerkstraat", ligtIn: "9002" },
    voorkomen: voorkomen(1, "2013-01-01", "2013-01-01"),
  }),
  openbareRuimte({
    ...{ identificatie: "0901300000000002", naam: "Kerkstraat", ligtIn: "9001" },
    voorkomen: voorkomen(2, "2013-01-01"),
  }),
  pand({ identificatie: PAND, geometrie: square(120_100, 480_100, 50), bouwjaar: 1990 }),

  // 20 ended by EARLY, revived, and ended by SPLIT, which formed 22.
  ...numbered(20, "2010-01-01", "2018-01-01"),
  lived(20, [1, "2010-01-01", "2013-01-01"]),
  lived(20, [2, "2013-01-01", "2014-01-01"], { ...ENDED, ...by("EARLY") }),
  lived(20, [3, "2014-01-01", "2018-01-01"]),
  lived(20, [4, "2018-01-01"], { ...ENDED, ...by("SPLIT") }),
  ...numbered(22, "2018-01-01"),
  lived(22, [1, "2018-01-01"], by("SPLIT")),
  ...numbered(24, "2013-01-01"),
  lived(24, [1, "2013-01-01"], by("EARLY")),

  // The end of 30 by WRONG was corrected on the same day. Later it ended by RIGHT, which formed 32. The end of 36 was a
  // correction.
  ...numbered(30, "2010-01-01", "2019-01-01"),
  lived(30, [1, "2010-01-01", "2016-01-01"]),
  lived(30, [2, "2016-01-01", "2016-01-01"], { ...ENDED, ...by("WRONG") }),
  lived(30, [3, "2016-01-01", "2019-01-01"]),
  lived(30, [4, "2019-01-01", "2019-01-01"], { ...ENDED, ...by("WRONG") }),
  lived(30, [5, "2019-01-01"], { ...ENDED, ...by("RIGHT") }),
  ...numbered(32, "2019-01-01"),
  lived(32, [1, "2019-01-01"], by("RIGHT")),
  ...numbered(34, "2016-01-01"),
  lived(34, [1, "2016-01-01"], by("WRONG")),
  ...numbered(36, "2017-01-01"),
  lived(36, [1, "2017-01-01", "2019-01-01"]),
  lived(36, [2, "2019-01-01", "2019-01-01"], by("RIGHT")),
  lived(36, [3, "2019-01-01"], by("MEASURED")),

  // The residence of 40 continues with number 42.
  ...numbered(40, "2010-01-01", "2015-01-01"),
  ...numbered(42, "2015-01-01"),
  lived(40, [1, "2010-01-01", "2015-01-01"]),
  lived(40, [2, "2015-01-01"], { hoofdadres: number(42) }),

  // 60 ended by LATE of 1 February. The document of 62 is dated 31 days earlier, the document of 64 32 days earlier.
  ...numbered(60, "2010-01-01", "2020-02-01"),
  lived(60, [1, "2010-01-01", "2020-02-01"]),
  lived(60, [2, "2020-02-01"], { ...ENDED, documentdatum: "2020-02-01", documentnummer: "LATE" }),
  ...numbered(62, "2020-02-01"),
  lived(62, [1, "2020-02-01"], by("LATE")),
  ...numbered(64, "2020-02-01"),
  lived(64, [1, "2020-02-01"], { ...by("LATE"), documentdatum: "2019-12-31" }),

  // A voorkomen that lasted two years has an impossible status.
  nummeraanduiding({ ...FIFTY, voorkomen: voorkomen(1, "2010-01-01", "2012-01-01") }),
  nummeraanduiding({
    ...{ ...FIFTY, status: "Naamgeving onbekend" as "Naamgeving uitgegeven" },
    voorkomen: voorkomen(2, "2012-01-01", "2014-01-01"),
  }),
  nummeraanduiding({ ...FIFTY, voorkomen: voorkomen(3, "2014-01-01") }),
  lived(50, [1, "2010-01-01"]),
];

const RELATIES = [
  { woonplaats: "9001", gemeente: "0901", begindatum: "2012-03-01" },
  { woonplaats: "9002", gemeente: "0902", begindatum: "2009-02-01", einddatum: "2022-01-01" },
  { woonplaats: "9002", gemeente: "0363", begindatum: "2022-01-01" },
  // Not in the extract, which is of one gemeente.
  { woonplaats: "3594", gemeente: "0363", begindatum: "2010-01-01" },
  { woonplaats: "3086", gemeente: "0599", begindatum: "2010-01-01" },
].map((row) => ({ ...row, status: "definitief" }) as const);

const { folder, dataDir } = await importInvented(
  {
    area: { kind: "municipal", gemeentecode: "0901", gemeentenaam: "Oosterland" },
    ...{ referenceDate: "2024-03-08", relaties: RELATIES, objects: OBJECTS },
  },
  [
    OOSTERLAND,
    "27;Noord-Holland;0902;Westerland;1970-01-01;",
    "27;Noord-Holland;0363;Amsterdam;1970-01-01;",
    "28;Zuid-Holland;0599;Rotterdam;1970-01-01;",
  ],
);

const harness = openHarness(dataDir);
afterAll(() => {
  harness.close();
  rmSync(folder, { recursive: true });
});

const ask = async (path: string) => await harness.askJson(path);

interface Former {
  address: { adresseerbaar_object_id: string };
  successors: { relation: string; address: { huisnummer: number } }[];
}

/** Returns the one former holder of a number of the postcode. */
async function formerOf(n: number): Promise<Former> {
  const { data } = (await ask(`/addresses/former?postcode=1111AA&number=${n}`)).body;
  expect(data).toMatchObject({ current: null, former: [{ today: null }] });
  return data.former[0];
}

describe("successors by document", () => {
  test.each([
    ["of a residence that ended twice have the document of the end that took the number", 20, 22],
    ["have neither the document of a corrected end, nor theirs in a correction", 30, 32],
    ["have the number of the document, and a date of at most 31 days from its date", 60, 62],
  ])("%s", async (_what, n, successor) => {
    const { successors } = await formerOf(n);
    expect(successors.map(({ relation, address }) => [relation, address.huisnummer])).toEqual([
      ["same_document", successor],
    ]);
  });

  test("are not listed while the residence continues under another number, which it leads to", async () => {
    const { successors, address } = await formerOf(40);
    expect(successors).toEqual([]);
    const { data } = (await ask(`/residences/${address.adresseerbaar_object_id}?include=address`)).body;
    expect(data.address.huisnummer).toBe(42);
  });
});

const NEVER = { valid_from: null, valid_until: null };
const OF_AMSTERDAM = { valid_from: "2022-01-01", valid_until: null };
const OF_WESTERLAND = { valid_from: "2010-01-01", valid_until: "2022-01-01" };

test.each([
  ["none of its woonplaatsen is in the data", "0599", "2020-01-01", { why: "no_woonplaats", ...NEVER }],
  ["the one of that day is not in the data", "0363", "2020-01-01", { why: "no_woonplaats", ...OF_AMSTERDAM }],
  ["none lay in it yet", "0363", "2009-12-31", { why: "not_yet", ...OF_AMSTERDAM }],
  ["its woonplaats did not exist yet", "0902", "2009-06-01", { why: "not_yet", ...OF_WESTERLAND }],
  ["nor before its relation", "0902", "2009-01-31", { why: "not_yet", ...OF_WESTERLAND }],
  ["its woonplaats went to another", "0902", "2022-01-01", { why: "ended", ...OF_WESTERLAND }],
])("a gemeente is none on a day when %s", async (_when, code, day, reason) => {
  const { status, body } = await ask(`/municipalities/${code}?valid_on=${day}`);
  expect({ status, reason: body.reason }).toEqual({ status: 404, reason });
});

test.each([
  ["0902", "2010-01-01"],
  ["0902", "2021-12-31"],
  ["0363", "2022-01-01"],
  ["0901", "2010-01-01"],
])("gemeente %s exists on %s", async (code, day) => {
  expect((await ask(`/municipalities/${code}?valid_on=${day}`)).status).toBe(200);
});

/** Day from which on the woonplaats has another name. */
const NEW_NAME = "2025-01-01";

test("a number whose voorkomen cannot be used is no address on its days", async () => {
  const { body } = await ask(`/addresses/${number(50)}?valid_on=2013-06-01`);
  expect(body.reason).toEqual({ why: "ended", valid_from: "2014-01-01", valid_until: NEW_NAME });
});

test("an area is registered since its streets lay in a woonplaats on any day", async () => {
  const { data } = (await ask("/statistics/timeline?woonplaats_id=9001")).body;
  expect([data.registry_since, data.timeline[0].period]).toEqual(["2012-03-01", "2014"]);
});

test("the life of a gemeente has the name of today, not the announced one", async () => {
  const [history, city] = [await ask("/municipalities/0901/history"), await ask("/cities/9001")];
  expect(city.body.data.naam).toBe("Oostdorp");
  expect(history.body.data.woonplaatsen[0].woonplaats_naam).toBe("Oostdorp");
});
