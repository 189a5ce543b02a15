/** Addresses that took the place of a number that is no address today: candidates, never the answer. */
import { readAdres } from "../read/adres-record.ts";
import type { AdresRecord } from "../read/records.ts";
import { stageOf, toIdentificatieKey, typeCodeOf } from "../schema/object-types.ts";
import type { HistoryVoorkomen } from "../schema/voorkomen-life.ts";
import { readingOfKey } from "./adres-history.ts";
import { splitKeys } from "./adres-on-day.ts";
import { isEmpty } from "./days.ts";
import type { Past } from "./past.ts";
import { listPeriods } from "./periods.ts";
import { isExisting, type UsableVoorkomen, type Voorkomen } from "./voorkomens.ts";

/**
 * Relations of a successor.
 * - `same_key`: it has the street, number, letter and addition that the number had last.
 * - `same_document`: it lies in the same pand, and its voorkomens name the document that ended the residence: one with
 *   the same number, dated at most 31 days apart. This happens when a residence is split.
 */
export const RELATIONS = ["same_key", "same_document"] as const;

export interface Successor {
  relation: (typeof RELATIONS)[number];
  address: AdresRecord;
}

/** Maximum successors of a number. */
const MAX_SUCCESSORS = 100;

/** Lists the addresses of today that took the place of a number, those with its key first. */
export function listSuccessors(past: Past, id: number): Successor[] {
  const sameKey = listWithSameKey(past, id);
  const sameDocument = listWithSameDocument(past, id).filter((other) => !sameKey.includes(other));
  const read = (relation: Successor["relation"]) => (other: number) => {
    const address = readAdres(past.snapshot, other);
    return address === undefined ? [] : [{ relation, address }];
  };
  return [...sameKey.flatMap(read("same_key")), ...sameDocument.flatMap(read("same_document"))].slice(
    0,
    MAX_SUCCESSORS,
  );
}

const SAME_KEY = `SELECT fid FROM adres WHERE openbare_ruimte_id = ? AND huisnummer = ? AND huisletter IS ?
  AND huisnummertoevoeging IS ? ORDER BY fid`;

function listWithSameKey(past: Past, id: number): number[] {
  const last = listPeriods(past, readingOfKey(id)).findLast(
    ({ record }) => typeof record === "object",
  )?.record;
  if (typeof last !== "object") {
    return [];
  }
  const { openbare_ruimte_id, huisnummer, huisletter, huisnummertoevoeging } = last;
  return past.snapshot
    .statement<{ fid: number }>(SAME_KEY)
    .all(toIdentificatieKey(openbare_ruimte_id), huisnummer, huisletter, huisnummertoevoeging)
    .map(({ fid }) => fid)
    .filter((other) => other !== id);
}

const IN_PAND = `SELECT DISTINCT fid, adresseerbaar_object_id AS object FROM pand_adres JOIN adres ON fid = adres_id
  WHERE pand_adres.pand_id IN (SELECT value FROM json_each(?)) AND NOT is_nevenadres ORDER BY fid`;

/**
 * Lists the main addresses of the other residences of the same panden that share the document by which the residence of
 * a number ended.
 */
function listWithSameDocument(past: Past, id: number): number[] {
  const residence = findLastResidence(past, id);
  const ended = residence && findEnd(past, residence)?.stored;
  if (ended?.document == null) {
    return [];
  }
  const isSameDocument = (one: Voorkomen<"VBO">) => isOneDocument(one.stored, ended) && !isEmpty(one);
  return past.snapshot
    .statement<{ fid: number; object: number }>(IN_PAND)
    .all(JSON.stringify(splitKeys(residence!.row.pand_ids)))
    .filter(({ object }) => object !== ended.id && past.listVoorkomens("VBO", object).some(isSameDocument))
    .map(({ fid }) => fid);
}

/** Days by which the dates of one document may differ: gemeenten register the decisions of one letter apart. */
const MAX_DAYS_APART = 31;

/** Returns true for two that name the same document: one number, and dates close to each other. */
function isOneDocument(a: HistoryVoorkomen, b: HistoryVoorkomen): boolean {
  const isOneNumber = a.document !== null && a.document === b.document;
  return isOneNumber && Math.abs(a.documentDay! - b.documentDay!) <= MAX_DAYS_APART;
}

/** Finds the residence that named a number last; returns its last existing voorkomen with the number. */
function findLastResidence(past: Past, id: number): UsableVoorkomen<"VBO"> | undefined {
  return past
    .listNamingObjects(id)
    .filter((object) => typeCodeOf(object) === "VBO")
    .flatMap((object) => past.listVoorkomens("VBO", object).filter((one) => names(one, id)))
    .filter((one) => isExisting("VBO", one))
    .sort((a, b) => b.begin - a.begin || b.stored.id - a.stored.id)[0];
}

/** Finds the voorkomen by which a residence ended after a given one. It may have ended earlier too, and revived. */
function findEnd(past: Past, { stored, end }: UsableVoorkomen<"VBO">): Voorkomen<"VBO"> | undefined {
  return past
    .listVoorkomens("VBO", stored.id)
    .find((one) => one.begin >= end && !isEmpty(one) && isEnded(one));
}

function names(voorkomen: Voorkomen<"VBO">, id: number): boolean {
  const { row } = voorkomen;
  return (
    !isEmpty(voorkomen) &&
    row !== undefined &&
    (row.hoofdadres_id === id || splitKeys(row.nevenadres_ids).includes(id))
  );
}

function isEnded({ row }: Voorkomen<"VBO">): boolean {
  return row !== undefined && stageOf("VBO", row.status) === "ended";
}
