/** Reads streets from a registry: names from `openbare_ruimte`, numbers from the index of addresses by street. */
import type { Database } from "../../base/sqlite.ts";
import { compareKeys } from "../../registry/schema/name-key.ts";
import { designationKey, NUMBER_LENGTH } from "../line/designation-key.ts";
import { tokenize } from "../line/normalize.ts";
import type { Designation, NumberEntry } from "./house-numbers.ts";
import type { NameTable } from "./name-table.ts";
import { type StreetColumns, StreetWriter } from "./street-table.ts";

const STREETS = "SELECT fid, naam, verkorte_naam FROM openbare_ruimte";
/** Answered by the covering index alone. */
const NUMBERS = `SELECT min(woonplaats_id) AS first_place, max(woonplaats_id) AS last_place,
  group_concat(sort_key, '|') AS sortKeys, openbare_ruimte_id AS id FROM adres INDEXED BY adres_openbare_ruimte`;
const BY_PLACE = `SELECT woonplaats_id AS place, group_concat(sort_key, '|') AS sortKeys
  FROM adres INDEXED BY adres_openbare_ruimte WHERE openbare_ruimte_id = ? GROUP BY woonplaats_id`;

interface StreetRow {
  fid: number;
  naam: string;
  verkorte_naam: string | null;
}

interface NumbersRow {
  first_place: number;
  last_place: number;
  sortKeys: string;
}

/** Reads every street that has addresses. */
export function readStreets(db: Database, names: NameTable): StreetColumns {
  const reader = new StreetReader(db, names);
  const rows = new Map(
    db
      .query<StreetRow, []>(STREETS)
      .all()
      .map((row) => [row.fid, row]),
  );
  const numbers = db.query<NumbersRow & { id: number }, []>(`${NUMBERS} GROUP BY openbare_ruimte_id`);
  for (const row of numbers.iterate()) {
    reader.add(rows.get(row.id)!, row);
  }
  return reader.columns();
}

/** Reads the given openbare ruimten that have addresses, and nothing of any other. */
export function readStreetsOf(db: Database, names: NameTable, ids: Iterable<number>): StreetColumns {
  const reader = new StreetReader(db, names);
  const street = db.query<StreetRow, [number]>(`${STREETS} WHERE fid = ?`);
  const numbers = db.query<NumbersRow | { sortKeys: null }, [number]>(
    `${NUMBERS} WHERE openbare_ruimte_id = ?`,
  );
  for (const id of ids) {
    const row = numbers.get(id)!;
    if (row.sortKeys !== null) {
      reader.add(street.get(id)!, row);
    }
  }
  return reader.columns();
}

class StreetReader {
  readonly #names: NameTable;
  readonly #byPlace;
  readonly #streets = new StreetWriter();
  /** Cache of designation keys by the end of a sort key: the country's ten million have some ten thousand. */
  readonly #keys = new Map<string, string>();

  constructor(db: Database, names: NameTable) {
    this.#names = names;
    this.#byPlace = db.query<{ place: number; sortKeys: string }, [number]>(BY_PLACE);
  }

  /** Adds one street for each woonplaats that its addresses lie in. */
  add(street: StreetRow, { first_place, last_place, sortKeys }: NumbersRow): void {
    const isOne = first_place === last_place;
    const parts = isOne ? [{ place: first_place, sortKeys }] : this.#byPlace.all(street.fid);
    for (const part of parts) {
      this.#streets.add({
        id: street.fid,
        placeId: part.place,
        names: this.#namesOf(street),
        numbers: this.#parseNumbers(part.sortKeys),
      });
    }
  }

  columns(): StreetColumns {
    return this.#streets.columns();
  }

  #namesOf({ naam, verkorte_naam }: StreetRow): number[] {
    const numbers = [naam, verkorte_naam ?? ""].map((name) =>
      this.#names.add(tokenize(name)!.map(({ text }) => text)),
    );
    return [...new Set(numbers.filter((number) => number !== undefined))];
  }

  /** Parses sort keys; they are in order, as SQLite walks the index. */
  #parseNumbers(sortKeys: string): NumberEntry[] {
    const entries: NumberEntry[] = [];
    let keys: string[] = [];
    let number = 0;
    for (const sortKey of sortKeys.split("|")) {
      const next = Number(sortKey.slice(0, NUMBER_LENGTH));
      if (next !== number && keys.length > 0) {
        entries.push(numberEntryOf(number, keys));
        keys = [];
      }
      number = next;
      keys.push(this.#keyOf(sortKey));
    }
    entries.push(numberEntryOf(number, keys));
    return entries;
  }

  #keyOf(sortKey: string): string {
    if (sortKey.length === NUMBER_LENGTH) {
      return "";
    }
    const ending = sortKey.slice(NUMBER_LENGTH);
    const key = this.#keys.get(ending) ?? designationKey(sortKey);
    this.#keys.set(ending, key);
    return key;
  }
}

const NO_DESIGNATIONS: readonly Designation[] = [];

/** Returns the counts at a number, from the designation keys of all its addresses. */
function numberEntryOf(number: number, keys: string[]): NumberEntry {
  if (keys.length === 1 && keys[0] === "") {
    return { number, plain: 1, designations: NO_DESIGNATIONS };
  }
  const counts = new Map<string, number>();
  for (const key of keys.sort(compareKeys)) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const plain = counts.get("") ?? 0;
  counts.delete("");
  return { number, plain, designations: Array.from(counts, ([key, count]) => ({ key, count })) };
}
