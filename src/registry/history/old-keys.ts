/**
 * Ways from keys of addresses to the nummeraanduidingen that may have had them on some day: by the indexes of today and
 * by the history. The caller evaluates each.
 */
import type { SQLQueryBindings } from "../../base/sqlite.ts";
import { LISTED_KEYS } from "../read/rows-by-place.ts";
import { sideTable, voorkomenTable } from "../schema/history-schema.ts";
import { nameKey } from "../schema/name-key.ts";
import type { NumberParts } from "../schema/number-parts.ts";
import { type Past, type PastQuery, pastQuery } from "./past.ts";

/** Lists numbers that may have had a postcode, and a house number when one is given. */
export function listNumbersOfPostcode(past: Past, postcode: string, huisnummer?: number): number[] {
  const ofNumber = huisnummer === undefined ? "" : " AND huisnummer = ?2";
  return listIds(past, [postcode, ...numberOf(huisnummer)], {
    today: `SELECT fid FROM adres WHERE postcode = ?1${ofNumber}`,
    old: (table) => `SELECT nummeraanduiding_id FROM ${table("old_key")} WHERE postcode = ?1${ofNumber}`,
  });
}

/** Lists numbers that may have lain on a street, with a house number when one is given. */
export function listNumbersOfStreet(past: Past, street: number, huisnummer?: number): number[] {
  const isGiven = huisnummer !== undefined;
  return listIds(past, [street, ...numberOf(huisnummer)], {
    // Sort keys begin with the number, and a letter or addition follows after a space.
    today: `SELECT fid FROM adres WHERE openbare_ruimte_id = ?1${
      isGiven ? " AND sort_key >= printf('%05d', ?2) AND sort_key < printf('%05d!', ?2)" : ""
    }`,
    old: (table) =>
      `SELECT nummeraanduiding_id FROM ${table("old_key")} WHERE openbare_ruimte_id = ?1${
        isGiven ? " AND huisnummer = ?2" : ""
      }`,
  });
}

/** Lists streets that may have had a name, in any case and with any diacritics. */
export function listStreetsNamed(past: Past, naam: string): number[] {
  return listIds(past, [nameKey(naam)], {
    today: "SELECT fid FROM openbare_ruimte WHERE name_key = ?1",
    old: (table) => `SELECT openbare_ruimte_id FROM ${table("old_name")} WHERE name_key = ?1`,
  });
}

/** Key that a number had and has no more, but for its postcode. */
export interface OldKey extends NumberParts {
  readonly id: number;
  readonly street: number;
  /** Of its own; null for that of its street. */
  readonly woonplaats: number | null;
}

/** Lists the keys that numbers had at a postcode and house number, of those that no address has today. */
export function listOldKeysOfPostcode(past: Past, postcode: string, huisnummer: number): OldKey[] {
  return past.listRows(OLD_KEYS_OF_POSTCODE, postcode, huisnummer);
}

/** Lists the keys that numbers had at a house number on any of some streets, of those that no address has today. */
export function listOldKeysOfStreets(past: Past, streets: readonly number[], huisnummer: number): OldKey[] {
  return past.listRows(OLD_KEYS_OF_STREETS, JSON.stringify(streets), huisnummer);
}

const OLD_KEYS_OF_POSTCODE = oldKeysQuery((table) => `${table} k`, "k.postcode = ?1 AND k.huisnummer = ?2");
const OLD_KEYS_OF_STREETS = oldKeysQuery(
  (table) => `${LISTED_KEYS} CROSS JOIN ${table} k ON k.openbare_ruimte_id = listed`,
  "k.huisnummer = ?2",
);

function oldKeysQuery(from: (table: string) => string, where: string): PastQuery {
  return pastQuery(
    (of) => `SELECT nummeraanduiding_id AS id, k.openbare_ruimte_id AS street,
      v.huisletter, v.huisnummertoevoeging, v.woonplaats_id AS woonplaats
    FROM ${from(sideTable("old_key", of))} CROSS JOIN ${voorkomenTable("NUM", of)} v
      ON object_id = nummeraanduiding_id AND v.nr = k.nr AND retired = 0 WHERE ${where}`,
  );
}

function numberOf(huisnummer: number | undefined): number[] {
  return huisnummer === undefined ? [] : [huisnummer];
}

interface Ways {
  /** Query of the ids in today's tables. */
  readonly today: string;
  /** Returns the query of the ids in a table of the history file, or in the one of the registry that adds to it. */
  readonly old: (table: (name: string) => string) => string;
}

function listIds({ snapshot, history }: Past, values: SQLQueryBindings[], { today, old }: Ways): number[] {
  const found = [
    snapshot.statement(today).values(...values),
    history.statement(old((name) => name)).values(...values),
    snapshot.statement(old((name) => `recent_${name}`)).values(...values),
  ];
  return [...new Set(found.flat().map(([id]) => Number(id)))];
}
