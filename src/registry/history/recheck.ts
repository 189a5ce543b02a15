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
import { type AdresText, textOf } from "./adres-history.ts";
import { type AdresOnDay, findAdresOn, isAdres } from "./adres-on-day.ts";
import { DayView } from "./day-view.ts";
import { type Day, isEmpty } from "./days.ts";
import type { Past } from "./past.ts";
import { listPeriods, nearestTo } from "./periods.ts";
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
} as const satisfies Record<string, keyof AdresText>;
export type TextField = keyof typeof TEXT_FIELDS;
const FIELD_NAMES = Object.keys(TEXT_FIELDS) as TextField[];

/** Reasons why nothing is known of a row; the first three are of its cells. */
export const UNKNOWN_REASONS = ["no id", "not an id", "no day", "unknown id", "never an address"] as const;
export type UnknownReason = (typeof UNKNOWN_REASONS)[number];

/**
 * Address that may have taken the place of another. `same_object`: the object of the former number has this address;
 * `same_number`: the hoofdadres of the former object is this address.
 */
interface Candidate {
  readonly relation: "same_object" | "same_number" | Successor["relation"];
  readonly address: AdresRecord;
}

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
  readonly relation: Candidate["relation"] | null;
  /** Address on the day of the comparison. */
  readonly before: AdresText | null;
  readonly comparedOn: Day | null;
  /** Addresses that may have taken the place of an undecided one. */
  readonly candidates: readonly Candidate[];
  /** The present address, or the one certain successor. */
  readonly adres: AdresRecord | null;
}

/** Result of an unknown id. Other results replace its fields. */
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
  const adres = present?.adres ?? null;
  if (present !== undefined && isUnchanged(past, id, present, asked)) {
    return { ...NOTHING_KNOWN, status: "unchanged", before: adres, comparedOn: asked, adres };
  }
  const periods = listAddressPeriods(past, id);
  const nearest = nearestTo(asked, periods);
  if (nearest === undefined) {
    const isKnown = past.listVoorkomens(typeCodeOf(id)!, id).length > 0;
    return { ...NOTHING_KNOWN, reason: isKnown ? "never an address" : "unknown id" };
  }
  const before = nearest.record;
  const comparedOn = Math.max(nearest.begin, Math.min(asked, nearest.end - 1));
  const known = { ...NOTHING_KNOWN, before, comparedOn };
  const [earlier, last] = [periods.at(-2), periods.at(-1)!];
  if (adres === null) {
    return { ...known, since: last.end, ...follow(past, id, { before, end: last.end }) };
  }
  const changes = changedFields(before, adres);
  if (changes.length === 0) {
    return { ...known, status: "unchanged", adres };
  }
  const since = last.begin;
  const changedLast = earlier?.end === since ? changedFields(earlier.record, last.record) : [];
  // When only the gemeente changes there is no document: no voorkomen shows that change.
  const document =
    changedLast.join() === "gemeente" ? null : findDocument(past, requireOn(past, id, since), since);
  return { ...known, status: "changed", changes, since, document, adres };
}

/**
 * SQL condition that is true when an object may have had another text on a day since ?1: a voorkomen begins after ?1,
 * and either none begins on or before ?1, or one is ended, unusable or has another text. A voorkomen with an `extra`
 * may end before the next one begins, so it meets both conditions. `isOtherText` is a condition on a voorkomen.
 */
function mayDiffer(code: TypeCode, id: string, isOtherText: string): string {
  const ended = OBJECT_TYPES[code].statuses.flatMap((status: string, number: number) =>
    stageOf(code, status) === "ended" ? number : [],
  );
  const rows = `FROM ${voorkomenTable(code, "history")} WHERE object_id = ${id}`;
  return `EXISTS (SELECT 1 ${rows} AND (begin_day > ?1 OR extra IS NOT NULL))
    AND (SELECT min(begin_day) > ?1 OR max(extra IS NOT NULL OR ifnull(status IN (${ended}), TRUE) OR ${isOtherText}) ${rows})`;
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

/** Follows an id that is no longer an address to its successors; `end` is the day after its last day as one. */
function follow(past: Past, id: number, { before, end }: { readonly before: AdresText; readonly end: Day }) {
  const last = requireOn(past, id, end - 1);
  const document = findDocument(past, last, end);
  const isNumber = typeCodeOf(id) === "NUM";
  const goesOn = findPresent(past, isNumber ? last.object.id : last.id)?.adres;
  const candidates: readonly Candidate[] =
    goesOn === undefined
      ? listSuccessors(past, last.id)
      : [{ relation: isNumber ? "same_object" : "same_number", address: goesOn }];
  const [first] = candidates;
  if (first === undefined) {
    return { status: "ended", document } as const;
  }
  if (candidates.length > 1 || first.relation === "same_document") {
    return { status: "undecided", document, candidates } as const;
  }
  const { relation, address: adres } = first;
  return { status: "replaced", document, relation, adres, changes: changedFields(before, adres) } as const;
}

type AddressCode = "NUM" | (typeof ADDRESSABLE_CODES)[AddressableType];

/** Finds the address of a number, or of the hoofdadres of an object. */
function findOn(view: DayView, id: number): AdresOnDay | undefined {
  const code = typeCodeOf(id) as AddressCode;
  const number = code === "NUM" ? id : view.find(code, id)?.row.hoofdadres_id;
  const found = number === undefined ? undefined : findAdresOn(view, number);
  return isAdres(found) ? found : undefined;
}

/** Returns the address on a day on which there is one. */
function requireOn(past: Past, id: number, day: Day): AdresOnDay {
  return findOn(new DayView(past, day), id)!;
}

const PRESENT = byTypeCode((code) => {
  const number =
    code === "NUM" ? "?" : `(SELECT hoofdadres_id FROM ${OBJECT_TYPES[code].table} WHERE fid = ?)`;
  return `SELECT ${ADRES_COLUMNS}, openbare_ruimte_id, EXISTS (SELECT 1 FROM recent_object
      WHERE object_id IN (fid, openbare_ruimte_id, adresseerbaar_object_id)) AS is_recent
    FROM adres WHERE fid = ${number}`;
});

/** Address on the reference date; `is_recent` is 1 when updates changed a part of it. */
interface Present {
  readonly adres: AdresRecord;
  readonly row: AdresRow & { readonly openbare_ruimte_id: number; readonly is_recent: 0 | 1 };
}

/** Finds the address of a number, or of the hoofdadres of an object, on the reference date. */
function findPresent({ snapshot }: Past, id: number): Present | undefined {
  const row = snapshot.statement<Present["row"]>(PRESENT[typeCodeOf(id)!]).get(id);
  return row === null ? undefined : { row, adres: toAdresRecord(snapshot, row) };
}

/** Lists the fields in which two addresses differ. */
export function changedFields(before: AdresText, after: AdresText): TextField[] {
  return FIELD_NAMES.filter((name) => before[TEXT_FIELDS[name]] !== after[TEXT_FIELDS[name]]);
}

/** Lists the periods up to the reference date, it included, in which an id is an address of one text. */
function listAddressPeriods(past: Past, id: number) {
  const read = (view: DayView) => {
    const found = findOn(view, id);
    return found && textOf(found);
  };
  return listPeriods(past, read).flatMap(({ record, begin, end }) =>
    typeof record === "object" && begin <= past.today
      ? { record, begin, end: Math.min(end, past.today + 1) }
      : [],
  );
}

/** Finds the document of the first part of an address with a voorkomen that begins on this day, corrections apart. */
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
