import type { Database } from "../../base/sqlite.ts";
import {
  addCounts,
  compareStreets,
  copyStreet,
  isSameName,
  newStreetList,
  readStreetList,
  type StreetList,
  type StreetListEntry,
  type StreetSortKey,
  setStreet,
  writeStreetList,
} from "../../registry/index/street-list.ts";
import { SAME_NAME } from "../../registry/schema/counting-schema.ts";
import { differencesSql, type TouchedTable } from "./touched.ts";

type DoelCounts = Map<number, number>;

/** Addresses of one openbare ruimte in one woonplaats, to be put into the list. */
interface NewEntry {
  readonly openbareRuimte: number;
  readonly woonplaats: number;
  readonly countsByDoel: DoelCounts;
}

/**
 * Updates `street_list` after names and, in `work.adres_doel`, counts have changed. Inserts new and renamed entries at
 * their sorted position; reads the names of other entries only to find that position.
 */
export function updateStreetList(db: Database): void {
  const differences = listDifferences(db);
  const renamedOpenbareRuimten = listRenamed(db, "openbare_ruimte");
  const renamedWoonplaatsen = listRenamed(db, "woonplaats");
  if (differences.size + renamedOpenbareRuimten.size + renamedWoonplaatsen.size === 0) {
    return;
  }
  const list = readStreetList(db);
  const kept: number[] = [];
  const toInsert: NewEntry[] = [];
  for (let at = 0; at < list.openbareRuimten.length; at++) {
    const openbareRuimte = list.openbareRuimten[at]!;
    const woonplaats = woonplaatsAt(list, at);
    const changes = differences.get(openbareRuimte)?.get(woonplaats);
    if (changes !== undefined) {
      differences.get(openbareRuimte)!.delete(woonplaats);
      if (!addCounts(list, at, changes)) {
        continue;
      }
    }
    if (renamedOpenbareRuimten.has(openbareRuimte) || renamedWoonplaatsen.has(woonplaats)) {
      toInsert.push({ openbareRuimte, woonplaats, countsByDoel: countsAt(list, at) });
    } else {
      kept.push(at);
    }
  }
  for (const [openbareRuimte, remaining] of differences) {
    for (const [woonplaats, countsByDoel] of remaining) {
      toInsert.push({ openbareRuimte, woonplaats, countsByDoel });
    }
  }
  const sortKeys = new StreetSortKeys(db);
  writeStreetList(db, merge({ list, kept, sortKeys, streets: sortEntries(toInsert, sortKeys) }));
}

/** Lists the changes of counts by gebruiksdoel, per openbare ruimte and woonplaats. */
function listDifferences(db: Database): Map<number, Map<number, DoelCounts>> {
  const differences = new Map<number, Map<number, DoelCounts>>();
  const rows = db.query<StreetDoelCount, []>(`${STREET_DOEL_COUNTS_SQL} HAVING sum(weight) <> 0`).all();
  for (const { openbareRuimte, woonplaats, gebruiksdoel, count } of rows) {
    differences
      .getOrInsertComputed(openbareRuimte, () => new Map<number, DoelCounts>())
      .getOrInsertComputed(woonplaats, () => new Map())
      .set(gebruiksdoel, count);
  }
  return differences;
}

/** Lists renamed rows, including added and removed ones. */
function listRenamed(db: Database, table: TouchedTable): Set<number> {
  const rows = db.query<{ fid: number }, []>(
    `SELECT fid FROM ${differencesSql(table)} GROUP BY fid, name_key HAVING sum(weight) <> 0`,
  );
  return new Set(rows.all().map(({ fid }) => fid));
}

function woonplaatsAt(list: StreetList, at: number): number {
  return list.woonplaatsen[at]! & ~SAME_NAME;
}

function countsAt(list: StreetList, at: number): DoelCounts {
  return new Map(list.countsByDoel.map((column, doel) => [doel, column[at]!]));
}

/** Returns the entries in the order of the list. */
function sortEntries(entries: readonly NewEntry[], sortKeys: StreetSortKeys): StreetListEntry[] {
  const streets = entries.map(
    ({ openbareRuimte, woonplaats, countsByDoel }): StreetListEntry => ({
      ...sortKeys.keyOf(openbareRuimte, woonplaats),
      countsByDoel,
    }),
  );
  return streets.sort(compareStreets);
}

/** Makes the sort keys of entries; reads the name of a street once. */
class StreetSortKeys {
  readonly #woonplaatsen: ReadonlyMap<number, string>;
  readonly #streets = new Map<number, string>();
  readonly #findStreet: (id: number) => string;

  constructor(db: Database) {
    const rows = db.query("SELECT fid, name_key FROM woonplaats").values() as [number, string][];
    this.#woonplaatsen = new Map(rows);
    const select = db.query<{ nameKey: string }, [number]>(
      "SELECT name_key AS nameKey FROM openbare_ruimte WHERE fid = ?",
    );
    this.#findStreet = (id) => select.get(id)!.nameKey;
  }

  keyOf(openbareRuimte: number, woonplaats: number): StreetSortKey {
    const nameKey = this.#streets.getOrInsertComputed(openbareRuimte, this.#findStreet);
    const woonplaatsNameKey = this.#woonplaatsen.get(woonplaats)!;
    return { openbareRuimte, woonplaats, nameKey, woonplaatsNameKey };
  }

  keyAt(list: StreetList, at: number): StreetSortKey {
    return this.keyOf(list.openbareRuimten[at]!, woonplaatsAt(list, at));
  }
}

interface MergeInput {
  readonly list: StreetList;
  /** Indexes in `list` of the entries that stay, in order. */
  readonly kept: readonly number[];
  /** Entries to insert, in order. */
  readonly streets: readonly StreetListEntry[];
  readonly sortKeys: StreetSortKeys;
}

function merge({ list, kept, streets, sortKeys }: MergeInput): StreetList {
  const merged = newStreetList(kept.length + streets.length);
  const hasSameNameAsPrevious = (at: number, key: StreetSortKey) =>
    at > 0 && isSameName(sortKeys.keyAt(merged, at - 1), key);
  let at = 0;
  let nextKept = 0;
  const copyUntil = (end: number) => {
    for (const start = nextKept; nextKept < end; nextKept++, at++) {
      const from = kept[nextKept]!;
      copyStreet({ list, at: from }, { list: merged, at });
      // The entry before it is another one than in the old list.
      if (nextKept === start || kept[nextKept - 1] !== from - 1) {
        merged.woonplaatsen[at] =
          woonplaatsAt(list, from) | (hasSameNameAsPrevious(at, sortKeys.keyAt(list, from)) ? SAME_NAME : 0);
      }
    }
  };
  for (const street of streets) {
    copyUntil(countKeptBefore(street, { list, kept, sortKeys }, nextKept));
    setStreet({ list: merged, at }, street, hasSameNameAsPrevious(at, street));
    at++;
  }
  copyUntil(kept.length);
  return merged;
}

/** Returns the number of kept entries that sort before a street; the first `from` are known to. */
function countKeptBefore(
  street: StreetSortKey,
  { list, kept, sortKeys }: Omit<MergeInput, "streets">,
  from: number,
): number {
  let low = from;
  let high = kept.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareStreets(sortKeys.keyAt(list, kept[middle]!), street) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** SQL for the number of addresses per street, woonplaats and gebruiksdoel, from `work.adres_doel`. */
const STREET_DOEL_COUNTS_SQL = `
  SELECT openbare_ruimte_id AS openbareRuimte, woonplaats_id AS woonplaats, gebruiksdoel, sum(weight) AS count
  FROM work.adres_doel GROUP BY openbare_ruimte_id, woonplaats_id, gebruiksdoel`;

interface StreetDoelCount {
  readonly openbareRuimte: number;
  readonly woonplaats: number;
  readonly gebruiksdoel: number;
  readonly count: number;
}

/** Fills `street_list` from `work.adres_doel` (doelen.ts): streets with addresses of a gebruiksdoel, by name. */
export function deriveStreetList(db: Database): void {
  const rows = db.query<StreetDoelCount & StreetSortKey, []>(`
    SELECT t.*, o.name_key AS nameKey, w.name_key AS woonplaatsNameKey FROM (${STREET_DOEL_COUNTS_SQL}) t
    JOIN openbare_ruimte o ON o.fid = t.openbareRuimte
    JOIN woonplaats w ON w.fid = t.woonplaats`);
  const streets = new Map<string, StreetSortKey & { countsByDoel: Map<number, number> }>();
  for (const { gebruiksdoel, count, ...key } of rows.iterate()) {
    const name = `${key.openbareRuimte} ${key.woonplaats}`;
    const street = streets.getOrInsertComputed(name, () => ({ ...key, countsByDoel: new Map() }));
    street.countsByDoel.set(gebruiksdoel, count);
  }
  const list = newStreetList(streets.size);
  const sorted = [...streets.values()].sort(compareStreets);
  for (const [at, street] of sorted.entries()) {
    setStreet({ list, at }, street, isSameName(sorted[at - 1], street));
  }
  writeStreetList(db, list);
}
