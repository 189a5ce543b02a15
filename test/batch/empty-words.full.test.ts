/**
 * Words for "empty" as letter or addition. Such a word means the current or former address that has it; it means
 * "empty" only at a number without such an address. The country has each word at a number of every kind.
 */
import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { createRowGeocoder } from "../../src/batch/geocode-row.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import type { BagObject } from "../../tools/country/official-format/objects.ts";
import { importInvented, OOSTERLAND } from "../support/countries/import-invented.ts";
import {
  nummeraanduiding,
  openbareRuimte,
  pand,
  rectangle,
  square,
  verblijfsobject,
  voorkomen,
  woonplaats,
} from "../support/extracts/bag-objects.ts";
import type { ExtractSpec } from "../support/extracts/extract-builder.ts";
import { planByNames } from "../support/plan-by-names.ts";

/** Additions, with the ways in which programs and people write each. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  NA: ["NA", "na", "N/A", "n/a", "N A", "<NA>", "#N/A"],
  nan: ["nan", "NaN"],
  None: ["None", "none"],
  null: ["null", "NULL", "(null)"],
  geen: ["geen", "Geen"],
  0: ["0"],
  nvt: ["nvt", "n.v.t.", "N.V.T."],
};
const ADDITIONS = Object.keys(WORDS);
/** First number of each kind; the word's position is added. */
const KINDS = { today: 10, former: 30, alone: 50, never: 70, renumbered: 90 } as const;
type Kind = keyof typeof KINDS;
const numberOf = (kind: Kind, addition: string) => KINDS[kind] + ADDITIONS.indexOf(addition);

const POSTCODE = "1100AA";
const STREET = "0901300000000001";
const PAND = "0901100000000001";
const ENDED = "2015-01-01";
let count = 0;

/** Objects of one address: its addition before and after ENDED. `null` is no addition; `undefined` is no address. */
function addressOf(
  huisnummer: number,
  before: string | null | undefined,
  after: string | null | undefined,
): BagObject[] {
  const serial = String(++count).padStart(10, "0");
  const identificatie = `090120${serial}`;
  const object = {
    identificatie: `090101${serial}`,
    hoofdadres: identificatie,
    panden: [PAND],
    geometrie: { x: 120_110, y: 480_110 },
  };
  const named = (addition: string | null) => ({
    ...{ identificatie, huisnummer, ligtAan: STREET, postcode: POSTCODE },
    ...(addition !== null && { huisnummertoevoeging: addition }),
  });
  const first =
    before === after
      ? { voorkomen: voorkomen(1, "2010-01-01") }
      : { voorkomen: voorkomen(1, "2010-01-01", ENDED) };
  const second = { voorkomen: voorkomen(2, ENDED) };
  const isEnded = after === undefined;
  return [
    nummeraanduiding({ ...named(before!), ...first }),
    verblijfsobject({ ...object, ...(isEnded ? first : { voorkomen: voorkomen(1, "2010-01-01") }) }),
    ...(isEnded
      ? [
          nummeraanduiding({ ...named(before!), status: "Naamgeving ingetrokken", ...second }),
          verblijfsobject({ ...object, status: "Verblijfsobject ingetrokken", ...second }),
        ]
      : before === after
        ? []
        : [nummeraanduiding({ ...named(after), ...second })]),
  ];
}

const spec: ExtractSpec = {
  area: { kind: "national" },
  referenceDate: "2024-03-08",
  relaties: [{ woonplaats: "9001", gemeente: "0901", begindatum: "1970-01-01", status: "definitief" }],
  objects: [
    woonplaats({ identificatie: "9001", naam: "Dorp", geometrie: [square(120_000, 480_000, 1_000)] }),
    openbareRuimte({ identificatie: STREET, ligtIn: "9001", naam: "Kerkstraat" }),
    pand({ identificatie: PAND, geometrie: { exterior: rectangle(120_100, 480_100, 50) }, bouwjaar: 1990 }),
    ...ADDITIONS.flatMap((addition) => [
      ...addressOf(numberOf("today", addition), null, null),
      ...addressOf(numberOf("today", addition), addition, addition),
      ...addressOf(numberOf("former", addition), null, null),
      ...addressOf(numberOf("former", addition), addition, undefined),
      ...addressOf(numberOf("alone", addition), addition, addition),
      ...addressOf(numberOf("never", addition), null, null),
      ...addressOf(numberOf("renumbered", addition), addition, null),
    ]),
  ],
};
const { folder, dataDir } = await importInvented(spec, [OOSTERLAND]);
const registry = openRegistry(dataDir);
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true });
});

type Cells = Readonly<Record<string, string>>;
const glue = (word: string) => (/^\d/.test(word) ? `-${word}` : word);

/** Ways to write a number and its addition in a row. */
const FORMS: Readonly<Record<string, (number: number, word: string) => Cells>> = {
  "column of additions": (nr, toev) => ({ pc: POSTCODE, nr: `${nr}`, toev }),
  "column of letters": (nr, letter) => ({ pc: POSTCODE, nr: `${nr}`, letter, toev: "" }),
  "both columns": (nr, word) => ({ pc: POSTCODE, nr: `${nr}`, letter: word, toev: word }),
  "with street and place": (nr, toev) => ({ straat: "Kerkstraat", nr: `${nr}`, toev, plaats: "Dorp" }),
  "with all parts": (nr, toev) => ({ straat: "Kerkstraat", nr: `${nr}`, toev, pc: POSTCODE, plaats: "Dorp" }),
  "behind the street": (nr, toev) => ({ straat: `Kerkstraat ${nr}`, toev, plaats: "Dorp" }),
  "beside a text": (nr, toev) => ({ adres: `Kerkstraat ${nr}, ${POSTCODE} Dorp`, toev }),
  "glued to the number": (nr, word) => ({ pc: POSTCODE, nr: `${nr}${glue(word)}` }),
  "behind the number": (nr, word) => ({ pc: POSTCODE, nr: `${nr}-${word}` }),
  "in a text": (nr, word) => ({ adres: `Kerkstraat ${nr}-${word}, ${POSTCODE} Dorp` }),
  "in a text without postcode": (nr, word) => ({ adres: `Kerkstraat ${nr} ${glue(word)}, Dorp` }),
};

function answer(cells: Cells): string {
  const { match, reason, adres } = createRowGeocoder(
    registry.current()!,
    planByNames(Object.keys(cells), "all"),
  )(Object.values(cells));
  return `${match}: ${adres?.full_address ?? reason}`;
}

const addressText = (number: number, addition = "") =>
  `Kerkstraat ${number}${addition && (/^\d/.test(addition) ? `-${addition}` : ` ${addition}`)}, ${POSTCODE} Dorp`;

const EXPECTED: Readonly<Record<Kind, (addition: string, number: number) => string>> = {
  today: (addition, number) => `exact: ${addressText(number, addition)}`,
  alone: (addition, number) => `exact: ${addressText(number, addition)}`,
  former: () => "none: former",
  never: (_, number) => `exact: ${addressText(number)}`,
  renumbered: (_, number) => `corrected: ${addressText(number)}`,
};

for (const kind of Object.keys(KINDS) as Kind[]) {
  test(`a number of the kind ${kind}`, () => {
    const cases = ADDITIONS.flatMap((addition) =>
      WORDS[addition]!.flatMap((word) =>
        Object.entries(FORMS).map(([form, cellsOf]) => ({ addition, word, form, cellsOf })),
      ),
    );
    const faults = cases.flatMap(({ addition, word, form, cellsOf }) => {
      const number = numberOf(kind, addition);
      const cells = cellsOf(number, word);
      const [found, expected] = [answer(cells), EXPECTED[kind](addition, number)];
      // An addition of letters that are typed apart is corrected.
      const isApart = /[a-z][^a-z]+[a-z]/i.test(word) && found === expected.replace("exact", "corrected");
      return found === expected || isApart
        ? []
        : [`${form}: ${JSON.stringify(cells)}: ${found}, not ${expected}`];
    });
    expect(cases.length).toBeGreaterThan(200);
    expect(faults).toEqual([]);
  });
}
