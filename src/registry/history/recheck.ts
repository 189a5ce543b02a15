/** Rechecks an id of a list: what became of the address that it was on a day (docs/recheck.md). */
import { ADRES_COLUMNS, type AdresRow, toAdresRecord } from "../read/adres-record.ts";
import type { AdresRecord } from "../read/records.ts";
import { voorkomenTable } from "../schema/history-schema.ts";
import {
  type ADDRESSABLE_CODES,
  type AddressableType,
  byTypeCode,
  OBJECT_TYPES,
  stageOf,
  type TypeCode,
  typeCodeOf,
} from "../schema/object-types.ts";
import { type Absence, type AdresOnDay, findAdresOn, isAdres } from "./adres-on-day.ts";
import { DayView } from "./day-view.ts";
import { type Day, isEmpty } from "./days.ts";
import type { Past } from "./past.ts";
import { findPeriod, listPeriods, nearestTo } from "./periods.ts";
import { listSuccessors, type Successor } from "./successors.ts";

/** Statuses of an id, in the order of summaries. */
export const RECHECK_STATUSES = [
  "unchanged",
  "changed",
  "replaced",
  "undecided",
  "ended",
  "unknown",
] as const;
type RecheckStatus = (typeof RECHECK_STATUSES)[number];

/** Fields of the text of an address by the name of the change, in their order. */
const TEXT_FIELDS = {
  straatnaam: "straatnaam",
  huisnummer: "huisnummer",
  huisletter: "huisletter",
  huisnummertoevoeging: "huisnummertoevoeging",
  postcode: "postcode",
  woonplaats: "woonplaats_naam",
  gemeente: "gemeente_code",
} as const;
export type TextField = keyof typeof TEXT_FIELDS;
const FIELD_NAMES = Object.keys(TEXT_FIELDS) as TextField[];
export type AdresText = Pick<AdresRecord, (typeof TEXT_FIELDS)[TextField]>;

/** A successor of an object that goes on with another number, or of a number that goes on with another object. */
type CertainRelation = "same_object" | "same_number";
type RecheckRelation = CertainRelation | Successor["relation"];

/** Reasons why nothing is known of a row; the first three are of its cells. */
export const UNKNOWN_REASONS = ["no id", "not an id", "no day", "unknown id", "never an address"] as const;
export type UnknownReason = (typeof UNKNOWN_REASONS)[number];

export interface Rechecked {
  readonly status: RecheckStatus;
  /** Why nothing is known. */
  readonly reason: UnknownReason | null;
  /** Fields that differ between the address then and the present one. */
  readonly changes: readonly TextField[];
  /** First day of the present text, or the day after the last day as an address. */
  readonly since: Day | null;
  /** Document of the voorkomen that begins on that day. */
  readonly document: string | null;
  readonly relation: RecheckRelation | null;
  /** Address on the day of the comparison. */
  readonly before: AdresText | null;
  readonly comparedOn: Day | null;
  /** Addresses that may have taken the place of an undecided one. */
  readonly candidates: readonly Successor[];
  /** The present address, or the one certain successor. */
  readonly adres: AdresRecord | null;
}

export const NOTHING_KNOWN: Rechecked = {
  status: "unknown",
  reason: null,
  changes: [],
  since: null,
  document: null,
  relation: null,
  before: null,
  comparedOn: null,
  candidates: [],
  adres: null,
};

/** Rechecks a nummeraanduiding or adresseerbaar object; a day after the reference date counts as that date. */
export function recheck(past: Past, id: number, day: Day): Rechecked {
  const asked = Math.min(day, past.today);
  const present = findPresent(past, id);
  const adres = present?.adres;
  if (present !== undefined && isUnchanged(past, id, present, asked)) {
    return {
      ...NOTHING_KNOWN,
      status: "unchanged",
      before: present.adres,
      comparedOn: asked,
      adres: present.adres,
    };
  }
  const before = readingOfText(id)(new DayView(past, asked));
  if (adres !== undefined && typeof before === "object") {
    return compareAddresses(past, id, { adres, before, comparedOn: asked });
  }
  const periods = listAddressPeriods(past, id);
  const nearest = nearestTo(asked, periods);
  if (nearest === undefined) {
    const isKnown = past.listVoorkomens(typeCodeOf(id)!, id).length > 0;
    return { ...NOTHING_KNOWN, reason: isKnown ? "never an address" : "unknown id" };
  }
  const comparedOn = Math.max(nearest.begin, Math.min(asked, nearest.end - 1));
  const compared = { before: nearest.record, comparedOn };
  return adres === undefined
    ? follow(past, id, { ...compared, end: periods.at(-1)!.end })
    : compareAddresses(past, id, { ...compared, adres });
}

/**
 * SQL condition that is true when an object may have had another text on a day since ?1: a voorkomen begins after ?1,
 * and either a voorkomen has another text or the first one begins after ?1. A voorkomen with an `extra` may end before
 * the next one begins, so it counts as another text. `isOtherText` is a condition on a voorkomen.
 */
function mayDiffer(code: TypeCode, id: string, isOtherText: string): string {
  const rows = `FROM ${voorkomenTable(code, "history")} WHERE object_id = ${id}`;
  const ended = OBJECT_TYPES[code].statuses.flatMap((status: string, number: number) =>
    stageOf(code, status) === "ended" ? number : [],
  );
  return `EXISTS (SELECT 1 ${rows} AND (begin_day > ?1 OR extra IS NOT NULL))
    AND (EXISTS (SELECT 1 ${rows} AND (extra IS NOT NULL OR ifnull(status IN (${ended}), TRUE) OR ${isOtherText}))
      OR (SELECT begin_day ${rows} ORDER BY nr LIMIT 1) > ?1)`;
}

/** Parameters: day, number, object, street, its name, woonplaats. */
const MAY_DIFFER = byTypeCode(
  (code) => `SELECT ${mayDiffer("NUM", "?2", "TRUE")} OR ${mayDiffer(code, "?3", "hoofdadres_id <> ?2")}
    OR ${mayDiffer("OPR", "?4", "naam <> ?5 OR woonplaats_id <> ?6")}`,
);

/** Returns true for most addresses that are unchanged since a day, without reading the lives of their parts. */
function isUnchanged(past: Past, id: number, { adres, row }: Present, day: Day): boolean {
  const woonplaats = new DayView(past, day).findWoonplaats(row.woonplaats_id);
  const [object, street] = [row.adresseerbaar_object_id, row.openbare_ruimte_id];
  if (
    row.is_recent === 1 ||
    (id !== row.fid && id !== object) ||
    woonplaats?.naam !== adres.woonplaats_naam ||
    woonplaats.gemeente.code !== adres.gemeente_code
  ) {
    return false;
  }
  const differs = past.history.statement(MAY_DIFFER[typeCodeOf(object)!]);
  return differs.values(day, row.fid, object, street, row.straatnaam, row.woonplaats_id)[0]![0] === 0;
}

interface Compared {
  readonly before: AdresText;
  readonly comparedOn: Day;
}

/** Compares an id that is an address on the reference date. */
function compareAddresses(
  past: Past,
  id: number,
  compared: Compared & { readonly adres: AdresRecord },
): Rechecked {
  const known = { ...NOTHING_KNOWN, ...compared };
  const changes = changedFields(compared.before, compared.adres);
  if (changes.length === 0) {
    return { ...known, status: "unchanged" };
  }
  const since = findPeriod(past, readingOfText(id), past.today).begin;
  return { ...known, status: "changed", changes, since, document: documentOfChange(past, id, since) };
}

/** Looks for the successors of an id that is no longer an address; `end` is the day after its last day as one. */
function follow(past: Past, id: number, { end, ...compared }: Compared & { readonly end: Day }): Rechecked {
  const last = requireOn(past, id, end - 1);
  const document = findDocument(past, last, end);
  const known = { ...NOTHING_KNOWN, ...compared, since: end, document };
  const certain = findCertain(past, id, last);
  const successors = certain === undefined ? listSuccessors(past, last.id) : [certain];
  const [first] = successors;
  if (first === undefined) {
    return { ...known, status: "ended" };
  }
  if (successors.length > 1 || first.relation === "same_document") {
    return { ...known, status: "undecided", candidates: successors as Successor[] };
  }
  const { relation, address: adres } = first;
  return { ...known, status: "replaced", relation, adres, changes: changedFields(known.before, adres) };
}

/** Finds the hoofdadres of the object of a number, or for an object its number, on the reference date. */
function findCertain(
  past: Past,
  id: number,
  last: AdresOnDay,
): { readonly relation: CertainRelation; readonly address: AdresRecord } | undefined {
  const isNumber = typeCodeOf(id) === "NUM";
  const address = findPresent(past, isNumber ? last.object.id : last.id)?.adres;
  return address && { relation: isNumber ? "same_object" : "same_number", address };
}

type AddressCode = "NUM" | (typeof ADDRESSABLE_CODES)[AddressableType];

/** Returns the number that an id stands for on the day of a view; undefined for an object that does not exist. */
function numberOn(view: DayView, id: number): number | undefined {
  const code = typeCodeOf(id) as AddressCode;
  return code === "NUM" ? id : view.find(code, id)?.row.hoofdadres_id;
}

/** Finds the address of a number, or of the hoofdadres of an object. */
function findOn(view: DayView, id: number): AdresOnDay | Absence | undefined {
  const number = numberOn(view, id);
  return number === undefined ? "ended" : findAdresOn(view, number);
}

/** Returns the address on a day on which there is one. */
function requireOn(past: Past, id: number, day: Day): AdresOnDay {
  return findOn(new DayView(past, day), id) as AdresOnDay;
}

type HoofdadresRow = { readonly hoofdadres_id: number };
const HOOFDADRES_OF = byTypeCode(
  (code) => `SELECT hoofdadres_id FROM ${OBJECT_TYPES[code].table} WHERE fid = ?`,
);
const PRESENT = `SELECT ${ADRES_COLUMNS}, openbare_ruimte_id, EXISTS (SELECT 1 FROM recent_object
    WHERE object_id IN (fid, openbare_ruimte_id, adresseerbaar_object_id)) AS is_recent
  FROM adres WHERE fid = ?`;

/** Address on the reference date; `is_recent` is 1 when updates changed a part of it. */
interface Present {
  readonly adres: AdresRecord;
  readonly row: AdresRow & { readonly openbare_ruimte_id: number; readonly is_recent: 0 | 1 };
}

/** Finds the address of a number, or of the hoofdadres of an object, on the reference date. */
function findPresent({ snapshot }: Past, id: number): Present | undefined {
  const code = typeCodeOf(id)!;
  const number =
    code === "NUM" ? id : snapshot.statement<HoofdadresRow>(HOOFDADRES_OF[code]).get(id)?.hoofdadres_id;
  const row = number === undefined ? null : snapshot.statement<Present["row"]>(PRESENT).get(number);
  return row === null ? undefined : { row, adres: toAdresRecord(snapshot, row) };
}

function textOf({ number, street, woonplaats }: AdresOnDay): AdresText {
  const { huisnummer, huisletter, huisnummertoevoeging, postcode } = number;
  return {
    ...{ straatnaam: street.naam, huisnummer, huisletter, huisnummertoevoeging, postcode },
    ...{ woonplaats_naam: woonplaats.naam, gemeente_code: woonplaats.gemeente.code },
  };
}

/** Lists the fields in which two addresses differ. */
export function changedFields(before: AdresText, after: AdresText): TextField[] {
  return FIELD_NAMES.filter((name) => before[TEXT_FIELDS[name]] !== after[TEXT_FIELDS[name]]);
}

function readingOfText(id: number) {
  return (view: DayView): AdresText | Absence | undefined => {
    const found = findOn(view, id);
    return isAdres(found) ? textOf(found) : found;
  };
}

/** Lists the periods up to the reference date, it included, in which an id is an address of one text. */
function listAddressPeriods(past: Past, id: number) {
  return listPeriods(past, readingOfText(id)).flatMap(({ record, begin, end }) =>
    typeof record === "object" && begin <= past.today
      ? { record, begin, end: Math.min(end, past.today + 1) }
      : [],
  );
}

/** Returns the document by which a text begins; null when only the gemeente changes, which no voorkomen shows. */
function documentOfChange(past: Past, id: number, since: Day): string | null {
  const [before, adres] = [findOn(new DayView(past, since - 1), id), requireOn(past, id, since)];
  const isOfGemeente =
    isAdres(before) && changedFields(textOf(before), textOf(adres)).every((name) => name === "gemeente");
  return isOfGemeente ? null : findDocument(past, adres, since);
}

/** Finds the document of the first part of an address that has a voorkomen from this day on, corrections apart. */
function findDocument(past: Past, { id, number, street, object }: AdresOnDay, day: Day): string | null {
  for (const part of [id, number.openbare_ruimte_id, street.woonplaats_id, object.id]) {
    const begun = past
      .listVoorkomens(typeCodeOf(part)!, part)
      .findLast((one) => one.begin === day && !isEmpty(one));
    if (begun !== undefined) {
      return begun.stored.document;
    }
  }
  return null;
}
