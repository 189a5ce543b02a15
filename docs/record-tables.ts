/** Writes the tables of records in interface.md from the declarations of their fields. */
import { DISTRICT, NEIGHBOURHOOD } from "../src/registry/schema/cbs-fields.ts";
import type { Field, Fields, FieldType } from "../src/registry/schema/field-types.ts";
import { ADDRESSABLE_TYPES, STAGES } from "../src/registry/schema/object-types.ts";
import {
  ADDRESS,
  BUILDING,
  CITY,
  MUNICIPALITY,
  POSTCODE_AREA,
  PROVINCE,
  RESIDENCE,
  STREET,
} from "../src/registry/schema/record-fields.ts";

/** The records by the names of their headings. */
const RECORDS: Readonly<Record<string, Fields>> = {
  Address: ADDRESS,
  City: CITY,
  Street: STREET,
  Municipality: MUNICIPALITY,
  Province: PROVINCE,
  Building: BUILDING,
  Residence: RESIDENCE,
  "Postcode area": POSTCODE_AREA,
  Neighbourhood: NEIGHBOURHOOD,
  District: DISTRICT,
};

const TYPE_WORDS: Readonly<Record<FieldType, string>> = {
  identificatie: "string",
  "four digits": "string",
  "postcode area": "string",
  "two letters": "string",
  postcode: "string",
  text: "string",
  "free text": "string",
  "addressable type": ADDRESSABLE_TYPES.map((type) => `\`${type}\``).join(", "),
  stage: STAGES.map((stage) => `\`${stage}\``).join(", "),
  "street type": "string, one of the [seven types](bag-format.md#42-other-closed-lists)",
  purposes: "list of strings",
  identificaties: "list of strings",
  integer: "integer",
  ordinal: "integer",
  count: "integer",
  flag: "integer",
  number: "number",
  boolean: "boolean",
  date: "date",
  geometry: "GeoJSON",
  counts: "counts",
  records: "as above",
};

/** Fields of the past, which interface.md describes once, under "Documents and investigations". */
const PAST = ["sources", "in_onderzoek", "valid_from", "valid_until", "announced", "gap"];

/** Replaces the table behind the mark of each record by the one of its declaration. Throws where a mark is missing. */
export function replaceRecordTables(page: string): string {
  let text = page;
  for (const [record, fields] of Object.entries(RECORDS)) {
    const mark = `<!-- fields of ${record}, from src/registry/schema/record-fields.ts by npm run docs -->`;
    const [before, after, ...others] = text.split(mark);
    if (after === undefined || others.length > 0) {
      throw new Error(`docs/interface.md must have one place for the fields of ${record}: ${mark}`);
    }
    // A blank line ends the table.
    text = `${before}${mark}\n${renderTable(fields)}${after.slice(after.indexOf("\n\n"))}`;
  }
  return text;
}

function renderTable(fields: Fields): string {
  const rows = Object.entries(fields)
    .filter(([name, { include, text }]) => !PAST.includes(name) && (include || text !== undefined))
    .map(([name, field]) => `| \`${name}\` | ${typeOf(field)} | ${meaningOf(name, field)} |`);
  return ["| field | type | meaning |", "|---|---|---|", ...rows].join("\n");
}

function typeOf({ type, nullable }: Field): string {
  return nullable ? `${TYPE_WORDS[type]}, nullable` : TYPE_WORDS[type];
}

function meaningOf(name: string, { of, text }: Field): string {
  const meaning = text ?? `Only with \`include=${name}\`.`;
  return of === undefined ? meaning : `${of.map((counted) => `\`${counted}\``).join(", ")}. ${meaning}`;
}
