/**
 * Reads the small documents of an extract or a mutation delivery: its date or period, and the gemeente of each
 * woonplaats.
 */

import type { TypeCode } from "../../registry/schema/object-types.ts";
import { refuseImport } from "../refuse.ts";
import { ImportReport } from "../report.ts";
import type { XmlGrammar } from "../xml/xml-names.ts";
import { type Captures, type OnRecord, scanXml } from "../xml/xml-scanner.ts";
import { type ArchiveEntry, readEntry } from "./archive-entry.ts";
import { formatBagDate, NO_END, parseDateAt, parseDigitsAt } from "./dates.ts";
import { parseObjectName } from "./entry-names.ts";
import { BAG_NAMESPACES, UNREAD_ELEMENTS } from "./extract-grammar.ts";

const DATE = "selecties-extract:StandTechnischeDatum";
const DELIVERY = "xb:BAG-Extract-Levering/xb:SelectieGegevens";
const RELATIONS = "gwr-bestand:BAG-GWR-Deelbestand-LVC";
const RELATION = `${RELATIONS}/gwr-bestand:Product/gwr-product:GemeenteWoonplaatsRelatieProduct/gwr-product:GemeenteWoonplaatsRelatie`;

/**
 * Element paths of the period of mutations, relative to the element that holds it in the Leveringsdocument and in
 * every mutation file.
 */
export const PERIOD_PATHS = {
  date: `selecties-extract:MUT-Extract/${DATE}`,
  from: "selecties-extract:MUT-Extract/selecties-extract:Mutatieperiode/selecties-extract:MutatiedatumVanaf",
  to: "selecties-extract:MUT-Extract/selecties-extract:Mutatieperiode/selecties-extract:MutatiedatumTot",
} as const;

const CAPTURE = { date: 0, begin: 1, end: 2, woonplaats: 3, gemeente: 4, from: 5, to: 6 } as const;
const CAPTURE_NAMES = Object.keys(CAPTURE) as (keyof typeof CAPTURE)[];
const RECORD = { date: 0, relation: 1 } as const;

const GRAMMAR: XmlGrammar = {
  namespaces: BAG_NAMESPACES,
  captures: new Map([
    [`${DELIVERY}/selecties-extract:LVC-Extract/${DATE}`, CAPTURE.date],
    [`${DELIVERY}/${PERIOD_PATHS.date}`, CAPTURE.date],
    [`${DELIVERY}/${PERIOD_PATHS.from}`, CAPTURE.from],
    [`${DELIVERY}/${PERIOD_PATHS.to}`, CAPTURE.to],
    [`${RELATIONS}/gwr-bestand:SelectieGegevens/${DATE}`, CAPTURE.date],
    [`${RELATION}/gwr-product:tijdvakgeldigheid/bagtypes:begindatumTijdvakGeldigheid`, CAPTURE.begin],
    [`${RELATION}/gwr-product:tijdvakgeldigheid/bagtypes:einddatumTijdvakGeldigheid`, CAPTURE.end],
    [`${RELATION}/gwr-product:gerelateerdeWoonplaats/gwr-product:identificatie`, CAPTURE.woonplaats],
    [`${RELATION}/gwr-product:gerelateerdeGemeente/gwr-product:identificatie`, CAPTURE.gemeente],
  ]),
  records: new Map([
    [DELIVERY, RECORD.date],
    [`${RELATIONS}/gwr-bestand:SelectieGegevens`, RECORD.date],
    [RELATION, RECORD.relation],
  ]),
  unread: UNREAD_ELEMENTS,
};

export interface GemeentenOnDate {
  /** YYYYMMDD: the StandTechnischeDatum, "today" for everything an import decides. */
  readonly referenceDate: number;
  /** Gemeente code by woonplaats, of the relations valid on the reference date. */
  readonly gemeenteByWoonplaats: ReadonlyMap<number, number>;
}

export interface ExtractHeader extends GemeentenOnDate {
  /** All relations, past and future ones too. */
  readonly relations: readonly Relation[];
}

/** Row of GEM-WPL-RELATIE; dates YYYYMMDD, `end` exclusive or NO_END. */
export interface Relation {
  readonly woonplaats: number;
  readonly gemeente: number;
  readonly begin: number;
  readonly end: number;
}

/** Reads the headers of all extracts; refuses extracts of different dates and extracts without any date. */
export function readHeaders(extracts: readonly Extract[], report: ImportReport): ExtractHeader {
  const dates = new Map<number, string>();
  const relations: Relation[] = [];
  for (const extract of extracts) {
    const documents = [extract.header, ...extract.relations].filter((entry) => entry !== undefined);
    for (const entry of documents) {
      const { date } = readDocument(entry, { relations, report });
      if (date === undefined) {
        report.tolerate("file", NO_DATE, entry.path);
      } else {
        dates.set(date, entry.path);
      }
    }
  }
  const [[referenceDate, first] = refuseImport(`${extracts[0]?.file}: ${NO_DATE}`), other] = dates;
  if (other !== undefined) {
    refuseImport(
      `${other[1]} is of ${formatBagDate(other[0])}, ${first} of ${formatBagDate(referenceDate)}; all files of an import must have the same date`,
    );
  }
  reportOtherDates(extracts, referenceDate, report);
  return { referenceDate, gemeenteByWoonplaats: gemeentenValidOn(referenceDate, relations), relations };
}

const NO_DATE = "no StandTechnischeDatum";

/** Reports files whose name has another date than the reference date. The date in the contents counts. */
function reportOtherDates(extracts: readonly Extract[], referenceDate: number, report: ImportReport): void {
  const [year, month, day] = formatBagDate(referenceDate).split("-");
  for (const entry of extracts.flatMap(({ objects }) => [...objects.values()].flat())) {
    if (parseObjectName(entry.name)!.date !== `${day}${month}${year}`) {
      report.tolerate("file", `named for another date than ${formatBagDate(referenceDate)}`, entry.path);
    }
  }
}

/** Period of mutations, dates YYYYMMDD: from the state of `from` to the state of `to`. */
export interface MutationPeriod {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the period in the Leveringsdocument of a mutation delivery. Refuses a document without a period, or whose
 * StandTechnischeDatum is not the end of its period.
 */
export function readPeriod(entry: ArchiveEntry): MutationPeriod {
  const { date, from, to } = readDocument(entry);
  if (date === undefined) {
    return refuseImport(`${entry.path}: ${NO_DATE}`);
  }
  if (from === undefined || to === undefined) {
    return refuseImport(`${entry.path}: no Mutatieperiode`);
  }
  if (date !== to) {
    refuseImport(
      `${entry.path}: StandTechnischeDatum ${formatBagDate(date)}; its mutations reach ${formatBagDate(to)}`,
    );
  }
  return { from, to };
}

/** Returns the relations of a delivery of `date`; refuses a document of another date. */
export function readRelations(documents: readonly ArchiveEntry[], date: number): Relation[] {
  const relations: Relation[] = [];
  for (const entry of documents) {
    const document = readDocument(entry, { relations });
    if (document.date === undefined) {
      refuseImport(`${entry.path}: ${NO_DATE}`);
    }
    if (document.date !== date) {
      refuseImport(
        `${entry.path}: StandTechnischeDatum ${formatBagDate(document.date)}; its delivery is of ${formatBagDate(date)}`,
      );
    }
  }
  return relations;
}

/**
 * Returns the woonplaatsen that belong, have belonged or will belong to gemeenten, given by their codes; each with
 * the latest end of those relations, which is the first day after.
 */
export function readWoonplaatsenOf(
  documents: readonly ArchiveEntry[],
  gemeenten: ReadonlySet<number>,
): Map<number, number> {
  const relations: Relation[] = [];
  for (const entry of documents) {
    readDocument(entry, { relations });
  }
  const ends = new Map<number, number>();
  for (const { woonplaats, gemeente, end } of relations) {
    if (gemeenten.has(gemeente)) {
      ends.set(woonplaats, Math.max(end, ends.get(woonplaats) ?? 0));
    }
  }
  return ends;
}

interface DocumentTarget {
  /** List to which the document's relations are added. */
  readonly relations?: Relation[];
  readonly report?: ImportReport;
}

/** Returns a document's dates; adds its relations to `relations`. */
function readDocument(
  entry: ArchiveEntry,
  { relations, report = new ImportReport() }: DocumentTarget = {},
): Dates {
  let dates: Values = {};
  const onRecord: OnRecord = (kind, captures, offset) => {
    const values = readCaptures(captures);
    if (kind === RECORD.date) {
      dates = values;
    } else {
      addRelation(values, relations, () =>
        report.tolerate("file", BROKEN_RELATION, `${entry.path}: byte ${offset}`),
      );
    }
  };
  scanXml(readEntry(entry), {
    source: entry.path,
    grammar: GRAMMAR,
    onRecord,
    onDeviation: (reason, where) => report.tolerate("file", reason, where),
  });
  return dates;
}

type Dates = Pick<Values, "date" | "from" | "to">;

interface Values {
  date?: number;
  begin?: number;
  end?: number;
  woonplaats?: number;
  gemeente?: number;
  from?: number;
  to?: number;
}

function readCaptures({ bytes, count, numbers, starts, ends }: Captures): Values {
  const values: Values = {};
  for (let i = 0; i < count; i++) {
    const name = CAPTURE_NAMES[numbers[i]!];
    if (name === undefined) {
      continue;
    }
    const parse = name === "woonplaats" || name === "gemeente" ? parseDigitsAt : parseDateAt;
    const value = parse(bytes, starts[i]!, ends[i]!);
    if (value !== undefined) {
      values[name] = value;
    }
  }
  return values;
}

const BROKEN_RELATION = "a GemeenteWoonplaatsRelatie without woonplaats, gemeente or begin date, left out";

function addRelation(
  { woonplaats, gemeente, begin, end = NO_END }: Values,
  relations: Relation[] | undefined,
  onBroken: () => void,
): void {
  if (woonplaats === undefined || gemeente === undefined || begin === undefined) {
    onBroken();
  } else {
    relations?.push({ woonplaats, gemeente, begin, end });
  }
}

/** Returns one gemeente per woonplaats; of several valid relations the one that began last. */
export function gemeentenValidOn(date: number, relations: readonly Relation[]): Map<number, number> {
  const valid = new Map<number, Relation>();
  for (const relation of relations) {
    if (relation.begin > date || relation.end <= date) {
      continue;
    }
    const known = valid.get(relation.woonplaats);
    if (known === undefined || relation.begin > known.begin) {
      valid.set(relation.woonplaats, relation);
    }
  }
  return new Map([...valid].map(([woonplaats, relation]) => [woonplaats, relation.gemeente]));
}

/** Zip of an extract, usually the whole extract: of the country, or of one gemeente. */
export interface Extract {
  readonly file: string;
  /**
   * Codes of the gemeenten it has objects of, ascending, or ALL_GEMEENTEN; empty for a zip without files of objects.
   */
  readonly areas: readonly string[];
  readonly header: ArchiveEntry | undefined;
  readonly relations: readonly ArchiveEntry[];
  readonly objects: ReadonlyMap<TypeCode, readonly ArchiveEntry[]>;
  /** Files of marked voorkomens and of kenmerken in onderzoek; none when no history is made. */
  readonly ofHistory: ReadonlyMap<TypeCode, readonly ArchiveEntry[]>;
}
