/** Lists ways to break a delivery for the small country, each with what the refusal must name. */
import type { MutationGroup } from "../../../tools/country/official-format/mutation-delivery.ts";
import { NATIONAL, REFERENCE_DATE } from "../countries/small-country.ts";
import { nummeraanduiding, pand, rectangle, voorkomen } from "./bag-objects.ts";
import type { DeliverySpec } from "./delivery-builder.ts";
import type { ZipPart } from "./zip-maker.ts";

/** Tuple of the fault, the delivery, and words that the message must contain. */
export type BrokenDelivery = readonly [what: string, spec: DeliverySpec, words: readonly string[]];

const NUMBER = nummeraanduiding({
  identificatie: "0901200000000001",
  huisnummer: 1,
  ligtAan: "0901300000000001",
  postcode: "1111AA",
});
/** Change of a house number on the day after REFERENCE_DATE. */
const CHANGED: MutationGroup = [
  {
    kind: "wijziging",
    was: NUMBER,
    wordt: { ...NUMBER, voorkomen: voorkomen(1, "2010-01-01", "2024-03-09") },
  },
  { kind: "toevoeging", wordt: { ...NUMBER, huisnummer: 3, voorkomen: voorkomen(2, "2024-03-09") } },
];

/** Delivery of one day for the small country. */
export const ONE_DAY: DeliverySpec = {
  from: REFERENCE_DATE,
  to: "2024-03-09",
  relaties: NATIONAL.relaties,
  groups: [CHANGED],
};

const MUT = "9999MUT08032024-09032024";
const HEAD_XML = `${MUT}-000001.xml`;
const DATA_XML = `${MUT}-000002.xml`;
const RELATION = "GEM-WPL-RELATIE-09032024";
const inZip = (name: string) => `${MUT}.zip > ${name}`;

/** Returns the delivery with one entry changed or left out. */
function withEntry(name: string, change: (part: ZipPart) => ZipPart | undefined): DeliverySpec {
  return { ...ONE_DAY, alter: (part) => (part.name === name ? change(part) : part) };
}

const without = (name: string) => withEntry(name, () => undefined);

/** Returns the delivery with a text replaced in one file. Throws an Error when `from` does not occur in it. */
function withXml(name: string, from: string, to: string): DeliverySpec {
  return withEntry(name, (part) => {
    const xml = part.content.toString("latin1");
    if (!xml.includes(from)) {
      throw new Error(`${name} holds no ${from}`);
    }
    return { ...part, content: Buffer.from(xml.replaceAll(from, to), "latin1") };
  });
}

function withGroups(groups: readonly MutationGroup[]): DeliverySpec {
  return { ...ONE_DAY, groups };
}

const cutAt = (share: number) => (part: ZipPart) => ({
  ...part,
  content: part.content.subarray(0, Math.floor(part.content.length * share)),
});

const FILES: readonly BrokenDelivery[] = [
  ["no mutations", without(`${MUT}.zip`), ["broken.zip", "not a mutation delivery"]],
  [
    "a head and not what it announces",
    without(DATA_XML),
    ["broken.zip", `${HEAD_XML} announces mutations, but number 000002`],
  ],
  ["no head", without(HEAD_XML), [`${DATA_XML} where number 000001 was expected`]],
  [
    "a gap in the numbers of its files",
    {
      ...withGroups([CHANGED, CHANGED, CHANGED]),
      groupsPerFile: 1,
      alter: (part) => (part.name === `${MUT}-000003.xml` ? undefined : part),
    },
    [`${MUT}-000004.xml where number 000003 was expected`],
  ],
  ["no GEM-WPL-RELATIE", without(`${RELATION}.zip`), ["broken.zip", "no GEM-WPL-RELATIE"]],
  ["an inner zip cut in half", withEntry(`${MUT}.zip`, cutAt(0.5)), [`${MUT}.zip`, "not a readable zip"]],
  [
    "mutations that are a zip bomb",
    withEntry(DATA_XML, (part) => ({ ...part, content: Buffer.alloc(40 * 1024 * 1024) })),
    [inZip(DATA_XML), "zip bomb"],
  ],
  [
    "mutations with a wrong checksum",
    withEntry(DATA_XML, (part) => ({ ...part, claims: { crc: 1 } })),
    [inZip(DATA_XML), "checksum"],
  ],
  [
    "an entry named ../",
    withEntry(HEAD_XML, (part) => ({ ...part, name: `../${HEAD_XML}` })),
    [`../${HEAD_XML}`],
  ],
];

const PERIODS: readonly BrokenDelivery[] = [
  [
    "another period in its mutations",
    withXml(DATA_XML, "Vanaf>2024-03-08", "Vanaf>2024-03-07"),
    [inZip(DATA_XML), "byte ", "2024-03-07 to 2024-03-09, that of the delivery is 2024-03-08 to 2024-03-09"],
  ],
  [
    "another period in its Leveringsdocument",
    withXml("Leveringsdocument-BAG-Extract.xml", "2024-03-08", "2024-03-07"),
    ["Leveringsdocument", "2024-03-07 to 2024-03-09", "2024-03-08 to 2024-03-09"],
  ],
  [
    "another period in the names of its files",
    { ...ONE_DAY, alter: (part) => ({ ...part, name: part.name.replace("MUT08032024", "MUT07032024") }) },
    ["MUT07032024-09032024-000001.xml", "the period in the file name differs from the delivery"],
  ],
  [
    "no period in its Leveringsdocument",
    withXml("Leveringsdocument-BAG-Extract.xml", "MUT-Extract", "LVC-Extract"),
    ["Leveringsdocument", "no Mutatieperiode"],
  ],
  [
    "no period in its head",
    withXml(HEAD_XML, "selecties-extract:Mutatieperiode", "selecties-extract:Periode"),
    [inZip(HEAD_XML), "no Mutatieperiode"],
  ],
  [
    "a state that is not of the end of its period",
    withXml(HEAD_XML, "Datum>2024-03-09", "Datum>2024-03-10"),
    [inZip(HEAD_XML), "StandTechnischeDatum", "2024-03-09"],
  ],
  [
    "a period that ends before it begins",
    { ...ONE_DAY, from: "2024-03-09", to: "2024-03-08" },
    ["2024-03-09 to 2024-03-08", "is not after its begin"],
  ],
  [
    "a GEM-WPL-RELATIE of another date",
    withXml(`${RELATION}-000001.xml`, "2024-03-09", "2024-03-08"),
    [RELATION, "StandTechnischeDatum 2024-03-08", "2024-03-09"],
  ],
];

const XML: readonly BrokenDelivery[] = [
  ["mutations cut in the middle", withEntry(DATA_XML, cutAt(0.8)), [inZip(DATA_XML), "the file ends inside"]],
  [
    "mutations cut between two groups",
    withEntry(DATA_XML, (part) => {
      const end = part.content.indexOf("</ml:mutatieGroep>") + "</ml:mutatieGroep>".length;
      return { ...part, content: part.content.subarray(0, end) };
    }),
    [inZip(DATA_XML), "the file ends inside <ml:mutatieBericht>"],
  ],
  [
    "a DTD",
    withXml(DATA_XML, "<mlm:bagMutaties", '<!DOCTYPE x [<!ENTITY e "x">]><mlm:bagMutaties'),
    [inZip(DATA_XML), "DTD"],
  ],
  [
    "another namespace for its objects",
    withXml(DATA_XML, "imbag/objecten/v20200601", "imbag/andere-objecten/v20200601"),
    [inZip(DATA_XML), "byte ", "not bound to a namespace of the BAG extract"],
  ],
  [
    "another namespace for its groups",
    withXml(HEAD_XML, "mutatielevering-generiek/1.0", "mutatielevering-anders/1.0"),
    [inZip(HEAD_XML), "byte ", "not bound to a namespace"],
  ],
  ["an element left open", withXml(DATA_XML, "</ml:was>", ""), [inZip(DATA_XML), "byte ", "</ml:wijziging>"]],
  ["an unknown reference", withXml(DATA_XML, "1111AA", "1111&e;AA"), [inZip(DATA_XML), "unknown reference"]],
  ["text that is not UTF-8", withXml(DATA_XML, "B&amp;W", "B\u00e9W"), [inZip(DATA_XML), "not valid UTF-8"]],
  [
    "coordinates of another system",
    {
      ...withGroups([
        [
          {
            kind: "toevoeging",
            wordt: pand({
              identificatie: "0901100000000077",
              geometrie: { exterior: rectangle(120_000, 480_000, 10) },
              bouwjaar: 1950,
            }),
          },
        ],
      ]),
      alter: (part) =>
        part.name === DATA_XML
          ? {
              ...part,
              content: Buffer.from(part.content.toString("latin1").replace("EPSG::28992", "EPSG::4326")),
            }
          : part,
    },
    [inZip(DATA_XML), "coordinates in urn:ogc:def:crs:EPSG::4326"],
  ],
];

const PND = (n: number, size: number) =>
  pand({
    identificatie: `09901000000000${String(n).padStart(2, "0")}`,
    geometrie: { exterior: rectangle(120_000, 480_000, 10).slice(0, size) },
    bouwjaar: 1950,
  });

const CONTENTS: readonly BrokenDelivery[] = [
  [
    "a mutation that is empty",
    { ...ONE_DAY, xml: ["<ml:mutatieGroep><ml:toevoeging></ml:toevoeging></ml:mutatieGroep>"] },
    [inZip(DATA_XML), "byte ", "a toevoeging without a voorkomen in ml:wordt"],
  ],
  [
    "a wijziging that does not say what was",
    withXml(DATA_XML, "ml:was>", "ml:is>"),
    [inZip(DATA_XML), "byte ", "a wijziging without a voorkomen in ml:was"],
  ],
  [
    "a wijziging that makes one object another",
    withGroups([
      [{ kind: "wijziging", was: NUMBER, wordt: { ...NUMBER, identificatie: "0990200000009999" } }],
    ]),
    [inZip(DATA_XML), "a wijziging whose ml:was and ml:wordt are different objects"],
  ],
  [
    "more than a hundredth of its mutations unusable",
    withGroups(Array.from({ length: 11 }, (_, i) => [{ kind: "toevoeging", wordt: PND(i, 8) }])),
    ["11 of 11 mutations cannot be read", "0990100000000000", "ring that is not closed"],
  ],
  [
    "the end of every nummeraanduiding",
    withGroups(
      NATIONAL.objects
        .filter((object) => object.type === "NUM")
        .map((object) => [{ kind: "verwijdering", was: object }]),
    ),
    ["no nummeraanduiding would be left"],
  ],
  [
    "a woonplaats without a gemeente",
    { ...ONE_DAY, relaties: NATIONAL.relaties.filter(({ woonplaats }) => woonplaats !== "9001") },
    ["woonplaats 9001 Oostdorp", "GEM-WPL-RELATIE"],
  ],
  [
    "a gemeente that the registry has no name for",
    {
      ...ONE_DAY,
      relaties: NATIONAL.relaties.map((row) => ({
        ...row,
        gemeente: row.gemeente === "0902" ? "0999" : row.gemeente,
      })),
    },
    ["gemeente 0999", "import"],
  ],
];

export const BROKEN_DELIVERIES: readonly BrokenDelivery[] = [...FILES, ...PERIODS, ...XML, ...CONTENTS];
