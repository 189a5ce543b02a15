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

/** Replaces the table below the mark of each record. Throws when a mark is missing or repeated. */
export function replaceRecordTables(page: string): string {
  let text = page;
  for (const [record, fields] of Object.entries(RECORDS)) {
    const mark = `<!-- fields of ${record}, from src/registry/schema/record-fields.ts by npm run docs -->`;
    const [before, after, ...others] = text.split(mark);
    if (after === undefined || others.length > 0) {
      throw new Error(`docs/interface.md must have one place for the fields of ${record}: ${mark}`);
    }
    // A blank line ends the table.
    text = `${before}${mark}\n${renderTable(record, fields)}${after.slice(after.indexOf("\n\n"))}`;
  }
  return text;
}

/** Minimum number of consecutive fields in common with an earlier record for which a table refers to that record. */
const MIN_SHARED = 3;

interface FieldRow {
  readonly name: string;
  readonly text: string;
}

/** Returns the table of a record. Consecutive fields shared with an earlier record become one row. */
function renderTable(record: string, fields: Fields): string {
  const rows = rowsOf(fields);
  const names = Object.keys(RECORDS);
  const others = names
    .slice(0, names.indexOf(record))
    .map((name) => ({ name, rows: rowsOf(RECORDS[name]!).map(toLine) }));
  const lines: string[] = [];
  for (let i = 0; i < rows.length; ) {
    const shared = findShared(rows.map(toLine), i, others);
    const alike = rows.slice(i).findIndex(({ text }) => text !== rows[i]!.text);
    const length = shared?.length ?? (alike < 0 ? rows.length - i : alike);
    const group = rows.slice(i, i + length).map(({ name }) => `\`${name}\``);
    lines.push(
      shared === undefined
        ? `| ${group.join(", ")} | ${rows[i]!.text} |`
        : `| ${group[0]} to ${group.at(-1)} | | these ${length} as in [${shared.name}](#${slugOf(shared.name)}) |`,
    );
    i += length;
  }
  return ["| field | type | meaning |", "|---|---|---|", ...lines].join("\n");
}

/**
 * Returns the earlier list that equals `lines` longest from `from` on; undefined when fewer than `least` lines are
 * equal.
 */
export function findShared(
  lines: readonly string[],
  from: number,
  others: readonly { readonly name: string; readonly rows: readonly string[] }[],
  least = MIN_SHARED,
): { readonly name: string; readonly length: number } | undefined {
  return others
    .map(({ name, rows }) => ({ name, length: sharedLength(lines, from, rows) }))
    .filter(({ length }) => length >= least)
    .toSorted((a, b) => b.length - a.length)[0];
}

/** Returns how many lines from `from` on `others` has in the same order, without other lines between them. */
function sharedLength(lines: readonly string[], from: number, others: readonly string[]): number {
  const start = others.indexOf(lines[from]!);
  let length = 0;
  while (start >= 0 && from + length < lines.length && lines[from + length] === others[start + length]) {
    length++;
  }
  return length;
}

/** Returns the fields that the page describes. */
function rowsOf(fields: Fields): FieldRow[] {
  return Object.entries(fields)
    .filter(([name, { include, text }]) => !PAST.includes(name) && (include || text !== undefined))
    .map(([name, field]) => ({ name, text: `${typeOf(field)} | ${meaningOf(name, field)}` }));
}

function toLine({ name, text }: FieldRow): string {
  return `${name} | ${text}`;
}

/** Returns the anchor of a record in interface.md. */
export function slugOf(record: string): string {
  return record.toLowerCase().replaceAll(" ", "-");
}

/** Returns the names of the fields that interface.md describes for a record. */
export function listFields(record: string): string[] {
  return rowsOf(RECORDS[record]!).map(({ name }) => name);
}

function typeOf({ type, nullable }: Field): string {
  return nullable ? `${TYPE_WORDS[type]}, nullable` : TYPE_WORDS[type];
}

function meaningOf(name: string, { of, text }: Field): string {
  const meaning = text ?? `Only with \`include=${name}\`.`;
  return of === undefined ? meaning : `${of.map((counted) => `\`${counted}\``).join(", ")}. ${meaning}`;
}
