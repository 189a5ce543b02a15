/**
 * Finds, by keys of addresses, the nummeraanduidingen that may have had them on some day: by the indexes of today and
 * by the history. The caller evaluates each.
 */
import type { SQLQueryBindings } from "../../base/sqlite.ts";
import type { Past } from "./past.ts";

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

function numberOf(huisnummer: number | undefined): number[] {
  return huisnummer === undefined ? [] : [huisnummer];
}

interface KeyQueries {
  /** Query of the ids in today's tables. */
  readonly today: string;
  /** Returns the query of the ids in a table of the history file, or in the registry's table that adds to it. */
  readonly old: (table: (name: string) => string) => string;
}

function listIds(
  { snapshot, history }: Past,
  values: SQLQueryBindings[],
  { today, old }: KeyQueries,
): number[] {
  const found = [
    snapshot.statement(today).values(...values),
    history.statement(old((name) => name)).values(...values),
    snapshot.statement(old((name) => `recent_${name}`)).values(...values),
  ];
  return [...new Set(found.flat().map(([id]) => Number(id)))];
}
