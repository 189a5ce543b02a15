/**
 * Reads files of kenmerken in onderzoek (docs/bag-format.md §1.7) into rows of table `in_onderzoek`. A file has a
 * record for each kenmerk; kenmerken of one object, period and document become one row. Records that only say that an
 * investigation is over are left out.
 */
import { toDayNumber } from "../../base/day-number.ts";
import { KENMERKEN } from "../../registry/schema/in-onderzoek.ts";
import { TYPE_CODES, type TypeCode } from "../../registry/schema/object-types.ts";
import { BAG_NAMESPACES, SLOTS_PER_TYPE, UNREAD_ELEMENTS } from "../extract/extract-grammar.ts";
import { RecordValues } from "../extract/record-values.ts";
import { isBlank } from "../xml/xml-document.ts";
import type { XmlGrammar } from "../xml/xml-names.ts";
import { type OnRecord, scanXml } from "../xml/xml-scanner.ts";

/** Row of table `in_onderzoek`, in the order of its columns (registry/schema/history-schema.ts). */
export type InOnderzoekRow = readonly [
  objectId: number,
  beginDay: number,
  kenmerken: number,
  registeredMs: number,
  endDay: number | null,
  documentDay: number | null,
  document: string | null,
];

/** Names of the types in the elements of a record. */
const NAMES: Record<TypeCode, string> = {
  WPL: "Woonplaats",
  OPR: "Openbareruimte",
  NUM: "Nummeraanduiding",
  VBO: "Verblijfsobject",
  LIG: "Ligplaats",
  STA: "Standplaats",
  PND: "Pand",
};

const SLOT = { id: 0, kenmerk: 1, flag: 2, date: 3, document: 4, registered: 5, begin: 6, end: 7 } as const;
const HISTORY = "KenmerkInOnderzoek:historieInOnderzoek/Historie:HistorieInOnderzoek";

/** Returns the captures of a type's record; `parent` is the path of the element that holds it. */
export function kenmerkCaptures(code: TypeCode, parent: string): [string, number][] {
  const root = kenmerkPath(code, parent);
  const base = TYPE_CODES.indexOf(code) * SLOTS_PER_TYPE;
  const paths: [number, string][] = [
    [SLOT.id, `KenmerkInOnderzoek:identificatieVan${NAMES[code]}`],
    [SLOT.kenmerk, "KenmerkInOnderzoek:kenmerk"],
    [SLOT.flag, "KenmerkInOnderzoek:inOnderzoek"],
    [SLOT.date, "KenmerkInOnderzoek:documentdatum"],
    [SLOT.document, "KenmerkInOnderzoek:documentnummer"],
    [SLOT.registered, `${HISTORY}/Historie:tijdstipRegistratie`],
    [SLOT.begin, `${HISTORY}/Historie:beginGeldigheid`],
    [SLOT.end, `${HISTORY}/Historie:eindGeldigheid`],
  ];
  return paths.map(([slot, path]) => [`${root}/${path}`, base + slot]);
}

/** Returns the path of a type's record in the element that holds it. */
export function kenmerkPath(code: TypeCode, parent: string): string {
  return `${parent}/KenmerkInOnderzoek:Kenmerk${NAMES[code]}InOnderzoek`;
}

const STAND = "sl-bag-extract:bagStand/sl:standBestand/sl:stand/sl-bag-extract:kenmerkInOnderzoek";

const GRAMMAR: XmlGrammar = {
  namespaces: BAG_NAMESPACES,
  captures: new Map(TYPE_CODES.flatMap((code) => kenmerkCaptures(code, STAND))),
  records: new Map(TYPE_CODES.map((code, i): [string, number] => [kenmerkPath(code, STAND), i])),
  unread: new Set([
    ...UNREAD_ELEMENTS,
    "bagInfo",
    "LVC-Extract",
    "StandTechnischeDatum",
    "BeschikbaarLVInOnderzoek",
  ]),
  cutAfter: "</sl:stand>",
};

/** Receives the faults of a file. */
export interface InOnderzoekSink {
  /** Takes the reason why a record is left out; `example` names it. */
  onUnidentified(reason: string, example: string): void;
  onDeviation(reason: string, where: string): void;
}

/** Reads a file; the rows come in its order. */
export function readInOnderzoek(content: Buffer, source: string, sink: InOnderzoekSink): InOnderzoekRow[] {
  const kenmerken: InOnderzoekRow[] = [];
  if (isBlank(content)) {
    return [];
  }
  const values = new RecordValues(source);
  const onRecord: OnRecord = (type, found) => {
    values.fill(found, type * SLOTS_PER_TYPE);
    const row = readKenmerk(TYPE_CODES[type]!, values, sink);
    if (row !== undefined) {
      kenmerken.push(row);
    }
  };
  scanXml(content, { source, grammar: GRAMMAR, onRecord, onDeviation: sink.onDeviation });
  return joinKenmerken(kenmerken);
}

/** Joins rows that differ in nothing but their kenmerken. */
export function joinKenmerken(rows: readonly InOnderzoekRow[]): InOnderzoekRow[] {
  const joined = new Map<string, [...InOnderzoekRow]>();
  for (const row of rows) {
    const key = JSON.stringify(row.with(2, 0));
    const known = joined.get(key);
    if (known === undefined) {
      joined.set(key, [...row]);
    } else {
      known[2] |= row[2];
    }
  }
  return [...joined.values()];
}

/** Returns the row of one record; undefined when it says that an investigation is over, or cannot be read. */
export function readKenmerk(
  code: TypeCode,
  values: RecordValues,
  sink: Pick<InOnderzoekSink, "onUnidentified">,
): InOnderzoekRow | undefined {
  if (values.token(SLOT.flag) === "N") {
    return undefined;
  }
  const id = values.digits(SLOT.id);
  const begin = values.date(SLOT.begin);
  const end = values.date(SLOT.end);
  const documentDate = values.date(SLOT.date);
  const kenmerk = (KENMERKEN[code] as readonly string[]).indexOf(values.token(SLOT.kenmerk));
  const isMalformed = begin === undefined || (values.has(SLOT.end) && end === undefined);
  if (id === undefined || isMalformed || kenmerk < 0 || values.token(SLOT.flag) !== "J") {
    sink.onUnidentified("unreadable kenmerk in onderzoek", values.text(SLOT.id));
    return undefined;
  }
  return [
    id,
    toDayNumber(begin),
    1 << kenmerk,
    values.moment(SLOT.registered) ?? 0,
    end === undefined ? null : toDayNumber(end),
    documentDate === undefined ? null : toDayNumber(documentDate),
    values.has(SLOT.document) ? values.text(SLOT.document) : null,
  ];
}
