/**
 * Rechecks ids whose lives real data has rarely: herindeling, renamed streets and places, moved and dropped numbers,
 * splits, joins, gaps and announced changes. The expected results follow from docs/recheck.md and the objects below by
 * hand; where Python is installed, the oracle must agree too.
 */
import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { toDay } from "../../src/registry/history/days.ts";
import { Past } from "../../src/registry/history/past.ts";
import { recheck } from "../../src/registry/history/recheck.ts";
import { importInvented, OOSTERLAND } from "../support/countries/import-invented.ts";
import {
  ligplaats,
  nummeraanduiding,
  openbareRuimte,
  pand,
  rectangle,
  square,
  verblijfsobject,
  voorkomen as voorkomenOf,
  woonplaats,
} from "../support/extracts/bag-objects.ts";
import { askOracle, hasOracle } from "../support/oracles/history/ask-oracle.ts";
import { type OracleRecheck, toOracleForm } from "../support/oracles/history/recheck-form.ts";

const REFERENCE_DATE = "2024-03-08";
const street = (n: number) => `090130000000000${n}`;
const pandOf = (n: number) => `09011000000000${String(n).padStart(2, "0")}`;
const number = (n: number) => `0901200000000${String(n).padStart(3, "0")}`;
const residence = (n: number) => `0901010000000${String(n).padStart(3, "0")}`;
const BERTH = "0901020000000001";
const by = (documentnummer: string) => ({ documentdatum: "2020-01-01", documentnummer });

type Days = [nr: number, begin: string, end?: string];
/** A voorkomen that ends with the registration of the next one, as in real extracts. Histories store no end for it. */
const voorkomen = (nr: number, begin: string, end?: string) =>
  voorkomenOf(
    nr,
    begin,
    end,
    end === undefined
      ? {}
      : { eindRegistratie: `${end}T10:00:00.000`, tijdstipEindRegistratieLV: `${end}T10:30:00.000` },
  );

/** Voorkomen of number `n`, with that house number on the first street. */
const issued = (n: number, days: Days, rest: object = {}) =>
  nummeraanduiding({
    ...{ identificatie: number(n), huisnummer: n, ligtAan: street(1), postcode: "1111AA" },
    voorkomen: voorkomen(...days),
    ...rest,
  });
const withdrawn = (n: number, nr: number, day: string, rest: object = {}) =>
  issued(n, [nr, day], { status: "Naamgeving ingetrokken", ...rest });
/** Voorkomen of the residence of number `n`, in a pand of its own. */
const lived = (n: number, days: Days, rest: object = {}) =>
  verblijfsobject({
    ...{ identificatie: residence(n), hoofdadres: number(n), panden: [pandOf(n % 10)] },
    ...{ geometrie: { x: 120_105, y: 480_105 }, voorkomen: voorkomen(...days) },
    ...rest,
  });
const ended = (n: number, nr: number, day: string, document: string) =>
  lived(n, [nr, day], { status: "Verblijfsobject ingetrokken", ...by(document) });
/** Number `n` with its residence, from 2010 on. */
const both = (n: number, rest: object = {}) => [
  issued(n, [1, "2010-01-01"], rest),
  lived(n, [1, "2010-01-01"]),
];

const AREA = [square(120_000, 480_000, 2000)];
const OBJECTS = [
  // Renamed, and since 2022 in another gemeente.
  woonplaats({
    ...{ identificatie: "9001", naam: "Oostdorp", geometrie: AREA },
    voorkomen: voorkomen(1, "2010-01-01", "2018-01-01"),
  }),
  woonplaats({
    ...{ identificatie: "9001", naam: "Nieuwdorp", geometrie: AREA, ...by("PLACE") },
    voorkomen: voorkomen(2, "2018-01-01"),
  }),
  woonplaats({ identificatie: "9002", naam: "Westdorp", geometrie: [square(123_000, 480_000, 2000)] }),
  openbareRuimte({ identificatie: street(1), naam: "Dorpsstraat", ligtIn: "9001" }),
  openbareRuimte({
    ...{ identificatie: street(2), naam: "Kerkstraat", ligtIn: "9002" },
    voorkomen: voorkomen(1, "2010-01-01", "2019-06-01"),
  }),
  openbareRuimte({
    ...{ identificatie: street(2), naam: "Torenstraat", ligtIn: "9002", ...by("STREET") },
    voorkomen: voorkomen(2, "2019-06-01"),
  }),
  openbareRuimte({
    ...{ identificatie: street(3), naam: "Molenweg", ligtIn: "9002" },
    voorkomen: voorkomen(1, "2010-01-01", "2021-06-01"),
  }),
  openbareRuimte({
    ...{ identificatie: street(3), naam: "Molenweg", ligtIn: "9002" },
    voorkomen: voorkomen(2, "2021-06-01"),
  }),
  ...Array.from({ length: 10 }, (_, n) =>
    pand({ identificatie: pandOf(n), geometrie: square(120_100, 480_100, 50), bouwjaar: 1990 }),
  ),

  ...both(10, { ligtAan: street(3) }),
  ...both(11),
  ...both(12, { ligtAan: street(2) }),
  // Moved to another street and number, announced again for later.
  issued(13, [1, "2010-01-01", "2016-01-01"], { ligtAan: street(3) }),
  issued(13, [2, "2016-01-01", "2016-01-01"], { ligtAan: street(2), ...by("WRONG") }),
  issued(13, [3, "2016-01-01", "2024-06-01"], { ligtAan: street(3), huisnummer: 130, ...by("MOVED") }),
  issued(13, [4, "2024-06-01"], { ligtAan: street(3), huisnummer: 131, ...by("LATER") }),
  lived(13, [1, "2010-01-01"]),

  // The residence of 20 continues with 21. The residence of 22 ended, and its number went to 24.
  issued(20, [1, "2010-01-01", "2015-01-01"], { ligtAan: street(3) }),
  withdrawn(20, 2, "2015-01-01", { ligtAan: street(3), ...by("RENUMBERED") }),
  issued(21, [1, "2015-01-01"], { ligtAan: street(3) }),
  lived(20, [1, "2010-01-01", "2015-01-01"]),
  lived(20, [2, "2015-01-01"], { hoofdadres: number(21) }),
  issued(22, [1, "2010-01-01"], { ligtAan: street(3) }),
  lived(22, [1, "2010-01-01", "2015-01-01"]),
  ended(22, 2, "2015-01-01", "HANDED"),
  lived(24, [1, "2015-01-01"], { hoofdadres: number(22) }),
  // A nevenadres that was dropped, while its number stays.
  issued(25, [1, "2010-01-01"], { ligtAan: street(3) }),
  issued(26, [1, "2010-01-01"], { ligtAan: street(3) }),
  lived(25, [1, "2010-01-01", "2014-01-01"], { nevenadressen: [number(26)] }),
  lived(25, [2, "2014-01-01"], by("DROPPED")),

  // 30 was split into 31 and a new 30; 33 and 43 were joined to 53; 34 was issued again; 35 ended.
  issued(30, [1, "2010-01-01", "2020-01-01"], { ligtAan: street(3) }),
  withdrawn(30, 2, "2020-01-01", { ligtAan: street(3) }),
  lived(30, [1, "2010-01-01", "2020-01-01"]),
  ended(30, 2, "2020-01-01", "SPLIT"),
  issued(31, [1, "2020-01-01"], { ligtAan: street(3), huisnummer: 30 }),
  lived(31, [1, "2020-01-01"], { panden: [pandOf(0)], ...by("SPLIT") }),
  issued(32, [1, "2020-01-01"], { ligtAan: street(3), huisnummer: 30, huisletter: "a" }),
  lived(32, [1, "2020-01-01"], { panden: [pandOf(0)], ...by("SPLIT") }),
  ...[33, 43].flatMap((n) => [
    issued(n, [1, "2010-01-01", "2020-01-01"], { ligtAan: street(3) }),
    withdrawn(n, 2, "2020-01-01", { ligtAan: street(3) }),
    lived(n, [1, "2010-01-01", "2020-01-01"]),
    ended(n, 2, "2020-01-01", "JOINED"),
  ]),
  issued(53, [1, "2020-01-01"], { ligtAan: street(3) }),
  lived(53, [1, "2020-01-01"], by("JOINED")),
  issued(34, [1, "2010-01-01", "2020-01-01"], { ligtAan: street(3) }),
  withdrawn(34, 2, "2020-01-01", { ligtAan: street(3), ...by("AGAIN") }),
  lived(34, [1, "2010-01-01", "2020-01-01"]),
  ended(34, 2, "2020-01-01", "AGAIN"),
  issued(44, [1, "2021-01-01"], { ligtAan: street(3), huisnummer: 34, postcode: "1111AB" }),
  lived(44, [1, "2021-01-01"]),
  issued(35, [1, "2010-01-01", "2020-01-01"], { ligtAan: street(3) }),
  withdrawn(35, 2, "2020-01-01", { ligtAan: street(3) }),
  lived(35, [1, "2010-01-01", "2020-01-01"]),
  ended(35, 2, "2020-01-02", "GONE"),

  // An address until 2012 and again from 2014 on, with another postcode.
  issued(40, [1, "2010-01-01", "2012-01-01"], { ligtAan: street(3) }),
  issued(40, [2, "2012-01-01", "2014-01-01"], { ligtAan: street(3), status: "Naamgeving ingetrokken" }),
  issued(40, [3, "2014-01-01"], { ligtAan: street(3), postcode: "1111AC", ...by("BACK") }),
  lived(40, [1, "2010-01-01"]),
  // Without an object, with one correction alone, and with an object that is announced.
  issued(41, [1, "2010-01-01"]),
  issued(42, [1, "2010-01-01", "2010-01-01"]),
  issued(45, [1, "2010-01-01"], { ligtAan: street(3) }),
  lived(45, [1, "2024-04-01"]),
  // A berth whose number was exchanged for another with the same text.
  issued(50, [1, "2010-01-01", "2017-01-01"], { ligtAan: street(3), typeAdresseerbaarObject: "Ligplaats" }),
  withdrawn(50, 2, "2017-01-01", { ligtAan: street(3), typeAdresseerbaarObject: "Ligplaats" }),
  issued(51, [1, "2017-01-01"], { ligtAan: street(3), huisnummer: 50, typeAdresseerbaarObject: "Ligplaats" }),
  ...[1, 2].map((nr) =>
    ligplaats({
      ...{
        identificatie: BERTH,
        hoofdadres: number(49 + nr),
        geometrie: { exterior: rectangle(120_300, 480_300, 9) },
      },
      voorkomen: nr === 1 ? voorkomen(1, "2010-01-01", "2017-01-01") : voorkomen(2, "2017-01-01"),
    }),
  ),
];

// Residences that keep their number: 60 was taken into use, 61 began after its number, 62 was away for a year, and 63
// had a voorkomen that ended before the next began. 64 had a second house number for a year, in addition to its own. 66
// got the residence of 65 in 2015.
const KEPT = [
  ...[60, 61, 62, 63].map((n) => issued(n, [1, "2010-01-01"], { ligtAan: street(3) })),
  lived(60, [1, "2010-01-01", "2018-01-01"], { status: "Verblijfsobject gevormd" }),
  lived(60, [2, "2018-01-01"]),
  lived(61, [1, "2012-01-01", "2015-01-01"]),
  lived(61, [2, "2015-01-01"], { oppervlakte: 77 }),
  lived(62, [1, "2010-01-01", "2013-01-01"]),
  lived(62, [2, "2013-01-01", "2014-01-01"], { status: "Verblijfsobject ingetrokken" }),
  lived(62, [3, "2014-01-01"]),
  lived(63, [1, "2010-01-01", "2013-01-01"]),
  lived(63, [2, "2014-01-01"]),
  issued(64, [1, "2010-01-01"], { ligtAan: street(3) }),
  issued(64, [2, "2012-01-01", "2013-01-01"], { ligtAan: street(3), huisnummer: 640 }),
  lived(64, [1, "2010-01-01"]),
  ...[65, 66].map((n) => issued(n, [1, "2010-01-01"], { ligtAan: street(3) })),
  lived(65, [1, "2010-01-01", "2015-01-01"]),
  lived(65, [2, "2015-01-01"], { hoofdadres: number(66) }),
];

const RELATIES = [
  { woonplaats: "9001", gemeente: "0901", begindatum: "2010-01-01", einddatum: "2022-01-01" },
  { woonplaats: "9001", gemeente: "0903", begindatum: "2022-01-01" },
  { woonplaats: "9002", gemeente: "0901", begindatum: "2010-01-01" },
].map((row) => ({ ...row, status: "definitief" }) as const);

const { folder, dataDir, extract } = await importInvented(
  {
    area: { kind: "municipal", gemeentecode: "0901", gemeentenaam: "Oosterland" },
    ...{ referenceDate: REFERENCE_DATE, relaties: RELATIES, objects: [...OBJECTS, ...KEPT] },
  },
  [OOSTERLAND, "27;Noord-Holland;0903;Nieuwland;2022-01-01;"],
);
const registry = openRegistry(dataDir);
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true });
});
const recheckOn = (id: string, day: string) =>
  toOracleForm(recheck(new Past(registry.current()!), Number(id), toDay(day)));

const CASES: readonly (readonly [what: string, id: string, day: string, expected: Partial<OracleRecheck>])[] =
  [
    ["the same address", number(10), "2015-01-01", { status: "unchanged", present: number(10), since: null }],
    ["a day before the first", number(10), "2001-01-01", { status: "unchanged", compared_on: "2010-01-01" }],
    ["a day after the reference date", number(10), "2030-01-01", { compared_on: REFERENCE_DATE }],
    [
      "a renamed place and a herindeling: the gemeente changed last, without a document",
      number(11),
      "2015-01-01",
      { status: "changed", changes: ["woonplaats", "gemeente"], since: "2022-01-01", document: null },
    ],
    ["a herindeling alone", number(11), "2020-01-01", { changes: ["gemeente"], document: null }],
    [
      "a renamed street",
      number(12),
      "2015-01-01",
      { status: "changed", changes: ["straatnaam"], since: "2019-06-01", document: "STREET" },
    ],
    [
      "another house number; the announced one and the correction do not count",
      number(13),
      "2015-01-01",
      {
        changes: ["huisnummer"],
        since: "2016-01-01",
        document: "MOVED",
        was: "Molenweg 13, 1111AA Westdorp",
      },
    ],
    [
      "the object of that number",
      residence(13),
      "2015-01-01",
      { changes: ["huisnummer"], document: "MOVED" },
    ],
    [
      "a residence that goes on with another number",
      number(20),
      "2012-01-01",
      {
        ...{ status: "replaced", relation: "same_object", present: number(21), changes: ["huisnummer"] },
        ...{ since: "2015-01-01", document: "RENUMBERED" },
      },
    ],
    ["the object of that residence", residence(20), "2012-01-01", { status: "changed", present: number(21) }],
    [
      "a residence whose number went to another one",
      residence(22),
      "2012-01-01",
      { status: "replaced", relation: "same_number", present: number(22), changes: [], document: "HANDED" },
    ],
    ["the number of both", number(22), "2012-01-01", { status: "unchanged" }],
    [
      "a nevenadres that was dropped",
      number(26),
      "2012-01-01",
      {
        status: "replaced",
        relation: "same_object",
        present: number(25),
        since: "2014-01-01",
        document: "DROPPED",
      },
    ],
    [
      "a split: the number was issued again, and another one beside it",
      number(30),
      "2015-01-01",
      {
        ...{ status: "undecided", present: null, since: "2020-01-01", relation: null },
        candidates: [
          ["same_key", number(31)],
          ["same_document", number(32)],
        ],
      },
    ],
    [
      "a join",
      number(33),
      "2015-01-01",
      { status: "undecided", candidates: [["same_document", number(53)]] },
    ],
    ["a joined object", residence(43), "2015-01-01", { candidates: [["same_document", number(53)]] }],
    [
      "a number that was issued again",
      number(34),
      "2015-01-01",
      {
        status: "replaced",
        relation: "same_key",
        present: number(44),
        changes: ["postcode"],
        document: "AGAIN",
      },
    ],
    [
      "the end",
      number(35),
      "2015-01-01",
      { status: "ended", present: null, candidates: [], since: "2020-01-01" },
    ],
    [
      "a gap: of two days as near the earlier",
      number(40),
      "2012-12-31",
      {
        status: "changed",
        compared_on: "2011-12-31",
        changes: ["postcode"],
        since: "2014-01-01",
        document: "BACK",
      },
    ],
    [
      "the other side of the gap",
      number(40),
      "2013-06-01",
      { status: "unchanged", compared_on: "2014-01-01" },
    ],
    ["a residence taken into use later", number(60), "2012-01-01", { compared_on: "2012-01-01" }],
    ["the object of that", residence(60), "2012-01-01", { status: "unchanged", compared_on: "2012-01-01" }],
    ["a residence that began later", number(61), "2011-01-01", { compared_on: "2012-01-01" }],
    ["a residence away for a year", number(62), "2013-03-01", { compared_on: "2012-12-31" }],
    ["a residence without a voorkomen for a year", number(63), "2013-11-01", { compared_on: "2014-01-01" }],
    ["another voorkomen in force for a year", number(64), "2012-03-01", { changes: ["huisnummer"] }],
    ["a number that waited for its residence", number(66), "2012-01-01", { compared_on: "2015-01-01" }],
    ["no object", number(41), "2015-01-01", { status: "unknown", reason: "never an address" }],
    ["a correction alone", number(42), "2015-01-01", { status: "unknown", reason: "never an address" }],
    [
      "an address that is announced",
      number(45),
      "2024-04-01",
      { status: "unknown", reason: "never an address" },
    ],
    ["no such id", number(99), "2015-01-01", { status: "unknown", reason: "unknown id" }],
    [
      "a berth with another number of the same text",
      BERTH,
      "2012-01-01",
      { status: "unchanged", present: number(51) },
    ],
    [
      "its old number",
      number(50),
      "2012-01-01",
      { status: "replaced", relation: "same_object", changes: [] },
    ],
  ];

test.each(CASES)("%s", (_what, id, day, expected) => {
  expect(recheckOn(id, day)).toMatchObject(expected);
});

test.skipIf(!hasOracle())(
  "the oracle agrees about every id on every day on which something begins",
  async () => {
    const days = [
      ...new Set([...OBJECTS, ...KEPT].map((one) => one.voorkomen.beginGeldigheid)),
      "2012-12-31",
      REFERENCE_DATE,
    ];
    const answers = await askOracle<OracleRecheck>({ extract }, "recheck", ...days);
    expect(answers.length).toBeGreaterThan(500);
    for (const { id, day, ...expected } of answers) {
      expect({ id, day, ...recheckOn(id, day) }).toEqual({ id, day, ...expected });
    }
  },
);
