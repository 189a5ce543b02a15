/** Lists ways to break the small country's extract, each with what the refusal must name. */
import { crc32, deflateRawSync } from "node:zlib";
import { NATIONAL } from "../countries/small-country.ts";
import { pand, rectangle, voorkomen } from "./bag-objects.ts";
import type { ExtractSpec } from "./extract-builder.ts";
import { inZip, withEntry, withObjects, withoutType, withXml, xmlOf, zipOf } from "./extract-edits.ts";

/** Tuple of the fault, the extract, and words that the message must contain. */
export type BrokenExtract = readonly [what: string, spec: ExtractSpec, words: readonly string[]];

const RELATIE_XML = "GEM-WPL-RELATIE-08032024-000001.xml";
const MANY_ZEROS = Buffer.alloc(40 * 1024 * 1024);

const ZIP_FAULTS: readonly BrokenExtract[] = [
  [
    "an entry that claims 2 GiB",
    withEntry(xmlOf("OPR"), (part) => ({ ...part, claims: { sizeBytes: 2 ** 31 } })),
    [inZip("OPR"), "claims 2147483648 bytes"],
  ],
  [
    "a zip bomb that tells the truth",
    withEntry(xmlOf("OPR"), (part) => ({ ...part, content: MANY_ZEROS })),
    [inZip("OPR"), "zip bomb"],
  ],
  [
    "a zip bomb that claims to be small",
    withEntry(xmlOf("OPR"), (part) => ({ ...part, content: MANY_ZEROS, claims: { sizeBytes: 5000 } })),
    [inZip("OPR"), "holds more than the 5000 bytes"],
  ],
  [
    "a zip bomb for an inner zip",
    withEntry(zipOf("OPR"), (part) => ({ ...part, content: MANY_ZEROS, isStored: false })),
    [zipOf("OPR"), "zip bomb"],
  ],
  [
    "an inner zip that claims to be small",
    withEntry(zipOf("OPR"), (part) => ({ ...part, isStored: false, claims: { sizeBytes: 40 } })),
    [zipOf("OPR"), "holds more than the 40 bytes"],
  ],
  [
    "an inner zip with a wrong checksum",
    withEntry(zipOf("OPR"), (part) => ({ ...part, isStored: false, claims: { crc: 1 } })),
    [zipOf("OPR"), "checksum"],
  ],
  [
    "an inner zip whose deflated bytes are damaged",
    withEntry(zipOf("OPR"), (part) => ({
      ...part,
      isStored: false,
      damage: (packed) => packed.fill(0xff, 5),
    })),
    [zipOf("OPR"), "cannot be inflated"],
  ],
  [
    "an entry smaller than it claims",
    withEntry(xmlOf("NUM"), (part) => ({ ...part, claims: { sizeBytes: part.content.length + 1 } })),
    [inZip("NUM"), "holds", "bytes; its zip says"],
  ],
  [
    "an entry larger than it claims",
    withEntry(xmlOf("NUM"), (part) => ({ ...part, claims: { sizeBytes: part.content.length - 1 } })),
    [inZip("NUM"), "holds more than"],
  ],
  [
    "an entry with a wrong checksum",
    withEntry(xmlOf("VBO"), (part) => ({ ...part, claims: { crc: crc32(part.content) ^ 1 } })),
    [inZip("VBO"), "checksum"],
  ],
  [
    "an entry whose deflated bytes are damaged",
    withEntry(xmlOf("VBO"), (part) => ({ ...part, damage: (packed) => packed.fill(0xff, 5) })),
    [inZip("VBO"), "damaged"],
  ],
  [
    "an entry whose deflated bytes end early",
    withEntry(xmlOf("VBO"), (part) => ({
      ...part,
      damage: (packed) => packed.subarray(0, packed.length / 2),
    })),
    [inZip("VBO"), "bytes; its zip says"],
  ],
  [
    "an entry that reaches beyond its zip",
    withEntry(xmlOf("VBO"), (part) => ({ ...part, claims: { compressedBytes: 10_000_000 } })),
    [zipOf("VBO"), "overflows"],
  ],
  [
    "two entries that share their bytes",
    {
      ...NATIONAL,
      standsPerFile: 5,
      alter: (part) =>
        part.name === xmlOf("NUM")
          ? { ...part, claims: { compressedBytes: deflateRawSync(part.content).length + 100 } }
          : part,
    },
    [inZip("NUM"), "shares its bytes with 9999NUM08032024-000002.xml"],
  ],
  [
    "an entry named ../",
    { ...NATIONAL, unknownEntries: [{ name: "../9999PND08032024.zip", content: Buffer.from("x") }] },
    ["broken.zip", "../9999PND08032024.zip"],
  ],
  [
    "an entry with an absolute name",
    { ...NATIONAL, unknownEntries: [{ name: "/etc/9999PND08032024.zip", content: Buffer.from("x") }] },
    ["broken.zip", "/etc/9999PND08032024.zip"],
  ],
  [
    "an inner zip that is none",
    withEntry(zipOf("PND"), (part) => ({ ...part, content: Buffer.from("no zip") })),
    [zipOf("PND"), "not a readable zip"],
  ],
  [
    "an inner zip cut in half",
    withEntry(zipOf("PND"), (part) => ({
      ...part,
      content: part.content.subarray(0, part.content.length / 2),
    })),
    [zipOf("PND"), "not a readable zip"],
  ],
];

const XML_FAULTS: readonly BrokenExtract[] = [
  [
    "an XML file cut in the middle",
    withEntry(xmlOf("PND"), (part) => ({
      ...part,
      content: part.content.subarray(0, part.content.length / 2),
    })),
    [inZip("PND"), "byte ", "the file ends inside"],
  ],
  [
    "an XML file cut between two records",
    withEntry(xmlOf("PND"), (part) => {
      const end = part.content.lastIndexOf("<sl:stand>");
      return { ...part, content: part.content.subarray(0, end) };
    }),
    [inZip("PND"), "the file ends inside <sl:standBestand>"],
  ],
  [
    "a GEM-WPL-RELATIE cut in the middle",
    withEntry(RELATIE_XML, (part) => ({ ...part, content: part.content.subarray(0, 1800) })),
    [RELATIE_XML, "the file ends inside"],
  ],
  [
    "a namespace for the objects that is none of the BAG",
    withXml("VBO", "imbag/objecten/v20200601", "imbag/andere-objecten/v20200601"),
    [inZip("VBO"), "byte ", "its prefix is not bound to a namespace of the BAG extract"],
  ],
  [
    "an optional value in a namespace that is none of the BAG, which would be lost",
    withXml("NUM", "imbag/historie/v20200601", "imbag/geschiedenis/v20200601"),
    [inZip("NUM"), "<Historie:", "not bound to a namespace of the BAG extract"],
  ],
  [
    "a file of mutations in place of one of objects",
    withXml("PND", "<sl-bag-extract:bagStand", "<sl:bagStand"),
    [inZip("PND"), "<sl:bagStand> is not the root of such a file"],
  ],
  [
    "another encoding",
    withXml("OPR", 'encoding="UTF-8"', 'encoding="ISO-8859-1"'),
    [inZip("OPR"), "encoding ISO-8859-1; expected UTF-8"],
  ],
  [
    "a prefix that is not bound",
    withXml("OPR", "<Objecten:naam>Meerweg</Objecten:naam>", "<Objekten:naam>Meerweg</Objekten:naam>"),
    [inZip("OPR"), "<Objekten:naam>", "not bound"],
  ],
  [
    "a DTD",
    withXml("WPL", "<sl-bag-extract:bagStand", '<!DOCTYPE x [<!ENTITY e "x">]><sl-bag-extract:bagStand'),
    [inZip("WPL"), "DTD"],
  ],
  [
    "an unknown reference",
    withXml("OPR", "Meerweg", "Meer&e;weg"),
    [inZip("OPR"), "unknown reference in", "&e;weg"],
  ],
  [
    "a name that is not UTF-8",
    withXml("OPR", "Meerweg", Buffer.of(0x4d, 0xe9, 0x65)),
    [inZip("OPR"), "byte ", "not valid UTF-8"],
  ],
  [
    "a document number that is not UTF-8, though nobody reads it",
    withXml("PND", "2009/17", Buffer.of(0xff)),
    [inZip("PND"), "not valid UTF-8"],
  ],
  [
    "a control character, which would break rows apart",
    withXml("OPR", "Meerweg", "Meer\u001fweg"),
    [inZip("OPR"), "control character 31"],
  ],
  [
    "coordinates of another system",
    withXml("PND", "EPSG::28992", "EPSG::4326"),
    [inZip("PND"), "coordinates in urn:ogc:def:crs:EPSG::4326"],
  ],
  [
    "a pand among the verblijfsobjecten",
    withEntry(xmlOf("VBO"), (part) => ({
      ...part,
      content: Buffer.from(
        part.content.toString("latin1").replaceAll("Objecten:Verblijfsobject>", "Objecten:Pand>"),
      ),
    })),
    [inZip("VBO"), "a PND in a file of VBO"],
  ],
  [
    "a file of another date than its delivery",
    withXml(
      "NUM",
      "<selecties-extract:StandTechnischeDatum>2024-03-08",
      "<selecties-extract:StandTechnischeDatum>2024-02-08",
    ),
    [inZip("NUM"), "2024-02-08", "2024-03-08"],
  ],
];

/** Twelve panden with open rings, in addition to the ten valid ones. */
const UNUSABLE = Array.from({ length: 12 }, (_, i) =>
  pand({
    identificatie: `09901000000000${String(i).padStart(2, "0")}`,
    geometrie: { exterior: rectangle(120_000, 480_000, 10).slice(0, 8) },
    bouwjaar: 1950,
    voorkomen: voorkomen(1, "2010-01-01"),
  }),
);

const REQUIRED_TYPES = ["WPL", "OPR", "NUM", "VBO", "PND"] as const;

const CONTENT_FAULTS: readonly BrokenExtract[] = [
  [
    "no GEM-WPL-RELATIE",
    withEntry("GEM-WPL-RELATIE-08032024.zip", () => undefined),
    ["broken.zip", "no GEM-WPL-RELATIE"],
  ],
  [
    "an empty GEM-WPL-RELATIE",
    { ...NATIONAL, relaties: [] },
    ["woonplaats 9001 Oostdorp", "GEM-WPL-RELATIE"],
  ],
  ...REQUIRED_TYPES.map(
    (type): BrokenExtract => [
      `no zip of type ${type}`,
      withEntry(zipOf(type), () => undefined),
      ["broken.zip", `the file of type ${type} is absent`],
    ],
  ),
  [
    "a zip of a type without a file in it",
    withEntry(xmlOf("PND"), () => undefined),
    ["broken.zip", "the file of type PND is absent"],
  ],
  [
    "a file of panden that is empty",
    withEntry(xmlOf("PND"), (part) => ({ ...part, content: Buffer.alloc(0) })),
    ["no pand of type PND is in force"],
  ],
  [
    "a gap in the numbers of files",
    {
      ...NATIONAL,
      standsPerFile: 5,
      alter: (part) => (part.name === "9999NUM08032024-000003.xml" ? undefined : part),
    },
    ["broken.zip", "9999NUM08032024-000004.xml where number 000003 of type NUM was expected", "--yes"],
  ],
  ["no woonplaats", withoutType("WPL"), ["WPL", "no woonplaats"]],
  ["no openbare ruimte", withoutType("OPR"), ["OPR", "no openbare_ruimte"]],
  ["no nummeraanduiding", withoutType("NUM"), ["NUM", "no nummeraanduiding"]],
  ["no verblijfsobject", withoutType("VBO"), ["VBO", "no verblijfsobject"]],
  ["no pand", withoutType("PND"), ["PND", "no pand"]],
  [
    "more than a hundredth of the panden unusable",
    withObjects((objects) => [...objects, ...UNUSABLE]),
    ["12 of 22 objects of type PND cannot be read", "0990100000000000", "ring that is not closed"],
  ],
];

export const BROKEN_EXTRACTS: readonly BrokenExtract[] = [...ZIP_FAULTS, ...XML_FAULTS, ...CONTENT_FAULTS];
