/**
 * Tests the conversion of an object's fields to column values, with whole files of one record with one element
 * changed.
 */
import { describe, expect, test } from "bun:test";
import {
  nummeraanduiding,
  openbareRuimte,
  pand,
  square,
  verblijfsobject,
  woonplaats,
} from "../../../test/support/extracts/bag-objects.ts";
import { STAND_FILE_TAIL, standFileHead } from "../../../tools/country/official-format/extract.ts";
import { standXml } from "../../../tools/country/official-format/object-xml.ts";
import type { BagObject } from "../../../tools/country/official-format/objects.ts";
import { readObjects } from "../objects/read-object.ts";
import { nameValues } from "../objects/row-layout.ts";
import { believedRow, type Voorkomen } from "../objects/voorkomen.ts";

const REFERENCE_DATE = "2024-03-08";

const STREET = openbareRuimte({
  identificatie: "0901300000000001",
  naam: "Dorpsstraat",
  ligtIn: "9001",
  verkorteNaam: "Dorpsstr",
});
const NUMBER = nummeraanduiding({
  identificatie: "0901200000000001",
  huisnummer: 12,
  huisletter: "a",
  huisnummertoevoeging: "bis",
  postcode: "1111AA",
  ligtAan: "0901300000000001",
});
const HOME = verblijfsobject({
  identificatie: "0901010000000001",
  hoofdadres: "0901200000000001",
  nevenadressen: ["0901200000000002"],
  gebruiksdoelen: ["woonfunctie", "winkelfunctie"],
  panden: ["0901100000000001", "0901100000000002"],
  geometrie: { x: 120_000, y: 480_000 },
});
const HOUSE = pand({
  identificatie: "0901100000000001",
  geometrie: square(120_000, 480_000, 10),
  bouwjaar: 1950,
});
const TOWN = woonplaats({
  identificatie: "9001",
  naam: "Oostdorp",
  geometrie: [square(120_000, 480_000, 1000)],
});

/** Returns the row and the problems of a file with one record in which `from` was replaced by `to`. */
function readOne(object: BagObject, from: string, to: string) {
  const record = standXml(object);
  if (!record.includes(from)) {
    throw new Error(`no ${from} in ${record}`);
  }
  const head = standFileHead({
    area: { kind: "national" },
    referenceDate: REFERENCE_DATE,
    type: object.type,
  });
  const content = Buffer.from(head + record.replace(from, to) + STAND_FILE_TAIL);
  const problems: string[] = [];
  let read: Voorkomen | undefined;
  readObjects({ code: object.type, content, source: "f", referenceDate: 20240308 }, undefined, {
    onObject: ([only]) => {
      read = only;
    },
    onUnidentified: (reason, example) => problems.push(`skipped: ${reason}: ${example}`),
    onDeviation: (_, reason, where) => problems.push(`deviation: ${reason}: ${where}`),
  });
  for (const { kind, reason, detail } of read?.faults ?? []) {
    problems.push(`${kind}: ${reason}: ${`${object.identificatie} ${detail}`.trim()}`);
  }
  const row = read?.row && nameValues(object.type, believedRow(object.type, read.row, 20240308));
  const hasEnded = read?.row === null && read.faults === undefined;
  return { row: row ?? undefined, hasEnded, problems };
}

describe("a value is kept as it should be:", () => {
  test.each([
    ["a year", HOUSE, "1950", "1950", "bouwjaar", 1950],
    ["the dummy year 1005", HOUSE, ">1950<", ">1005<", "bouwjaar", null],
    ["a year that no calendar writes", HOUSE, ">1950<", ">20220<", "bouwjaar", null],
    ["the dummy year 9999", HOUSE, ">1950<", ">9999<", "bouwjaar", null],
    ["five years from now", HOUSE, ">1950<", ">2029<", "bouwjaar", 2029],
    ["six years from now", HOUSE, ">1950<", ">2030<", "bouwjaar", null],
    ["the year 1, which some use as a dummy", HOUSE, ">1950<", ">0001<", "bouwjaar", 1],
    ["observed", HOUSE, ">N<", ">J<", "geconstateerd", 1],
    ["the largest area", HOME, ">100<", ">999998<", "oppervlakte", 999_998],
    ["the dummy area", HOME, ">100<", ">999999<", "oppervlakte", null],
    [
      "several gebruiksdoelen, once each",
      HOME,
      "winkelfunctie",
      "woonfunctie",
      "gebruiksdoel",
      "woonfunctie",
    ],
    [
      "an unknown gebruiksdoel",
      HOME,
      "winkelfunctie",
      "nieuwe functie",
      "gebruiksdoel",
      "woonfunctie|nieuwe functie",
    ],
    [
      "several panden",
      HOME,
      "0901100000000002",
      "0901100000000003",
      "pand_ids",
      "0901100000000001|0901100000000003",
    ],
    ["one pand named twice is one", HOME, "0901100000000002", "0901100000000001", "pand_ids", null],
    [
      "a letter in either case",
      NUMBER,
      "<Objecten:huisletter>a<",
      "<Objecten:huisletter>A<",
      "huisletter",
      "A",
    ],
    ["no postcode", NUMBER, "<Objecten:postcode>1111AA</Objecten:postcode>", "", "postcode", null],
    ["a name with references", STREET, ">Dorpsstraat<", ">Caf&#xe9; &amp; co<", "naam", "Café & co"],
    ["a name with a bar, which parts lists elsewhere", STREET, ">Dorpsstraat<", ">A|B<", "naam", "A|B"],
    ["a name of 80 characters", STREET, ">Dorpsstraat<", `>${"a".repeat(80)}<`, "naam", "a".repeat(80)],
    [
      "a name of 80 characters of four bytes",
      STREET,
      ">Dorpsstraat<",
      `>${"𝓪".repeat(80)}<`,
      "naam",
      "𝓪".repeat(80),
    ],
    [
      "no short name",
      STREET,
      /<Objecten:verkorteNaam>.*<\/Objecten:verkorteNaam>/.exec(standXml(STREET))![0],
      "",
      "verkorte_naam",
      null,
    ],
  ] as const)("%s", (_what, object, from, to, column, expected) => {
    const { row, problems } = readOne(object, from, to);
    expect(row?.[column]).toEqual(expected);
    expect(problems).toEqual([]);
  });
});

describe("an optional value that is malformed is left out and noticed:", () => {
  test.each([
    ["a letter of two", NUMBER, ">a<", ">ab<", "huisletter", '"ab"'],
    ["an addition of five", NUMBER, ">bis<", ">bisje<", "huisnummertoevoeging", '"bisje"'],
    ["a postcode with a space", NUMBER, ">1111AA<", ">1111 AA<", "postcode", '"1111 AA"'],
    ["a postcode in lower case", NUMBER, ">1111AA<", ">1111aa<", "postcode", '"1111aa"'],
    ["a postcode that begins with 0", NUMBER, ">1111AA<", ">0111AA<", "postcode", '"0111AA"'],
    ["an empty short name", STREET, ">Dorpsstr<", "><", "verkorte_naam", '""'],
    ["a pand that is no number", HOME, ">0901100000000002<", ">x<", "pand_ids", '"x"'],
  ] as const)("%s", (_what, object, from, to, column, shown) => {
    const { row, problems } = readOne(object, from, to);
    expect(row?.[column]).toBeNull();
    expect(problems).toEqual([`noticed: malformed ${column}, left out: ${object.identificatie} ${shown}`]);
  });
});

test("a short name of 24 characters is kept, one of 25 left out and noticed", () => {
  const readShort = (length: number) => readOne(STREET, ">Dorpsstr<", `>${"a".repeat(length)}<`);
  expect(readShort(24)).toMatchObject({ row: { verkorte_naam: "a".repeat(24) }, problems: [] });
  const left = `${STREET.identificatie} "${"a".repeat(25)}"`;
  const problems = [`noticed: verkorte_naam of more than 24 characters, left out: ${left}`];
  expect(readShort(25)).toMatchObject({ row: { naam: "Dorpsstraat", verkorte_naam: null }, problems });
});

describe("an object is skipped and named that has", () => {
  test.each([
    [
      "a name of 81 characters",
      STREET,
      ">Dorpsstraat<",
      `>${"a".repeat(81)}<`,
      "naam of more than 80 characters",
    ],
    [
      "a woonplaats's name of 81",
      TOWN,
      ">Oostdorp<",
      `>${"é".repeat(81)}<`,
      "naam of more than 80 characters",
    ],
    ["no name", STREET, "<Objecten:naam>Dorpsstraat</Objecten:naam>", "", "no Objecten:naam"],
    ["a blank name", STREET, ">Dorpsstraat<", "> <", "malformed naam"],
    [
      "no house number",
      NUMBER,
      "<Objecten:huisnummer>12</Objecten:huisnummer>",
      "",
      "no Objecten:huisnummer",
    ],
    ["a house number that is none", NUMBER, ">12<", ">12a<", "malformed huisnummer"],
    ["an unknown status", HOUSE, "Pand in gebruik", "Pand in verval", "unknown status"],
    ["neither J nor N", HOUSE, ">N<", ">n<", "malformed geconstateerd"],
    [
      "no gebruiksdoel",
      HOME,
      /(<Objecten:gebruiksdoel>.*<\/Objecten:gebruiksdoel>)/.exec(standXml(HOME))![0],
      "",
      "no Objecten:gebruiksdoel",
    ],
    [
      "no geometry",
      TOWN,
      /<Objecten:vlak>.*<\/Objecten:vlak>/s.exec(standXml(TOWN))![0],
      "",
      "no geometry of a known form",
    ],
    ["coordinates that are none", HOME, "120000.0", "12OOOO.0", "geometry with unreadable coordinates"],
    ["a position abroad", HOME, "120000.0 480000.0", "120000.0 980000.0", "position outside the Netherlands"],
    [
      "a ring that is not closed",
      HOUSE,
      "120000.0 480000.0 0.0 ",
      "",
      "geometry with a ring that is not closed",
    ],
    [
      "the number of another type",
      HOUSE,
      ">0901100000000001<",
      ">0901010000000001<",
      "malformed identificatie",
    ],
    ["a number that is none", HOUSE, ">0901100000000001<", ">x<", "malformed identificatie"],
    ["no valid begin", HOUSE, ">2010-01-01<", ">2010-1-1<", "voorkomen without number or valid dates"],
  ] as const)("%s", (_what, object, from, to, reason) => {
    const { row, problems, hasEnded } = readOne(object, from, to);
    expect({ row, hasEnded }).toEqual({ row: undefined, hasEnded: false });
    expect(problems).toHaveLength(1);
    const named = from.startsWith(">0901100") ? to.slice(1, -1) : object.identificatie;
    expect(problems[0]).toStartWith(`skipped: ${reason}: `);
    expect(problems[0]).toContain(named);
  });
});

test.each([
  [HOUSE, "Pand in gebruik", ["Niet gerealiseerd pand", "Pand gesloopt", "Pand ten onrechte opgevoerd"]],
  [
    HOME,
    "Verblijfsobject in gebruik",
    [
      "Verblijfsobject ingetrokken",
      "Niet gerealiseerd verblijfsobject",
      "Verblijfsobject ten onrechte opgevoerd",
    ],
  ],
  [STREET, "Naamgeving uitgegeven", ["Naamgeving ingetrokken"]],
  [NUMBER, "Naamgeving uitgegeven", ["Naamgeving ingetrokken"]],
  [TOWN, "Woonplaats aangewezen", ["Woonplaats ingetrokken"]],
] as const)("an object with status %#: each ended status ends it", (object, from, statuses) => {
  for (const status of statuses) {
    expect(readOne(object, from, status)).toEqual({ row: undefined, hasEnded: true, problems: [] });
  }
});

test.each([
  [
    HOUSE,
    "Pand in gebruik",
    [
      "Bouwvergunning verleend",
      "Bouw gestart",
      "Pand in gebruik (niet ingemeten)",
      "Verbouwing pand",
      "Sloopvergunning verleend",
      "Pand buiten gebruik",
    ],
  ],
  [
    HOME,
    "Verblijfsobject in gebruik",
    [
      "Verblijfsobject gevormd",
      "Verblijfsobject in gebruik (niet ingemeten)",
      "Verbouwing verblijfsobject",
      "Verblijfsobject buiten gebruik",
    ],
  ],
] as const)("an object with status %#: each other status keeps it", (object, from, statuses) => {
  for (const status of statuses) {
    expect(readOne(object, from, status)).toMatchObject({ hasEnded: false, problems: [], row: {} });
  }
});
