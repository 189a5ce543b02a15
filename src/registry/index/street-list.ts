import { AppError } from "../../base/errors.ts";
import { memoizePerObject } from "../../base/memoize.ts";
import type { Database } from "../../base/sqlite.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { SAME_NAME } from "../schema/counting-schema.ts";
import { compareKeys } from "../schema/name-key.ts";
import { GEBRUIKSDOELEN } from "../schema/object-types.ts";

/**
 * The streets of the country in the order of address lists (name, woonplaats), with their counts of addresses per
 * gebruiksdoel in that woonplaats. A street whose addresses lie in two woonplaatsen has two entries. Streets of the
 * same name in one woonplaats share one list of addresses: all but the first have the flag {@link SAME_NAME}.
 */
export interface StreetList {
  readonly openbareRuimten: Float64Array<ArrayBuffer>;
  /** Key of the woonplaats, with the flag SAME_NAME where it applies. */
  readonly woonplaatsen: Uint16Array<ArrayBuffer>;
  /** Columns of counts, indexed by position in GEBRUIKSDOELEN. */
  readonly countsByDoel: readonly Uint16Array<ArrayBuffer>[];
}

/** Sort key of an entry. */
export interface StreetSortKey {
  readonly openbareRuimte: number;
  readonly woonplaats: number;
  /** Name keys (name-key.ts) of the street and its woonplaats. */
  readonly nameKey: string;
  readonly woonplaatsNameKey: string;
}

/** Entry to write to the list. */
export interface StreetListEntry extends StreetSortKey {
  /** Counts by position in GEBRUIKSDOELEN; an absent one is zero. */
  readonly countsByDoel: ReadonlyMap<number, number>;
}

export function compareStreets(a: StreetSortKey, b: StreetSortKey): number {
  return (
    compareKeys(a.nameKey, b.nameKey) ||
    compareKeys(a.woonplaatsNameKey, b.woonplaatsNameKey) ||
    a.woonplaats - b.woonplaats ||
    a.openbareRuimte - b.openbareRuimte
  );
}

const OPENBARE_RUIMTE = "openbare_ruimte";
const WOONPLAATS = "woonplaats";
const MAX_COUNT = 2 ** 16 - 1;

/** Allocates a list of `count` entries. */
export function newStreetList(count: number): StreetList {
  return {
    openbareRuimten: new Float64Array(count),
    woonplaatsen: new Uint16Array(count),
    countsByDoel: GEBRUIKSDOELEN.map(() => new Uint16Array(count)),
  };
}

/** Position in a list. */
interface StreetListPosition {
  readonly list: StreetList;
  readonly at: number;
}

/** Writes an entry; `isSameName` is true when the entry before it has the same name and woonplaats. */
export function setStreet(
  { list, at }: StreetListPosition,
  street: StreetListEntry,
  isSameName: boolean,
): void {
  list.openbareRuimten[at] = street.openbareRuimte;
  list.woonplaatsen[at] = street.woonplaats | (isSameName ? SAME_NAME : 0);
  list.countsByDoel.forEach((column, doel) => {
    column[at] = checkedCount(street.countsByDoel.get(doel) ?? 0, street.openbareRuimte);
  });
}

/** Adds to the counts of an entry; returns false when all its counts are zero. */
export function addCounts(
  { openbareRuimten, countsByDoel }: StreetList,
  at: number,
  changes: ReadonlyMap<number, number>,
): boolean {
  for (const [doel, count] of changes) {
    countsByDoel[doel]![at] = checkedCount(countsByDoel[doel]![at]! + count, openbareRuimten[at]!);
  }
  return countsByDoel.some((column) => column[at]! > 0);
}

function checkedCount(count: number, openbareRuimte: number): number {
  if (count > MAX_COUNT) {
    const id = String(openbareRuimte).padStart(16, "0");
    const text = `openbare ruimte ${id}: ${count} addresses of one gebruiksdoel in one woonplaats`;
    throw new AppError("import_refused", `${text}; at most ${MAX_COUNT} are counted. Is the extract right?`);
  }
  if (count < 0) {
    throw new Error(`a street with ${count} addresses of one gebruiksdoel`);
  }
  return count;
}

export function copyStreet(from: StreetListPosition, to: StreetListPosition): void {
  to.list.openbareRuimten[to.at] = from.list.openbareRuimten[from.at]!;
  to.list.woonplaatsen[to.at] = from.list.woonplaatsen[from.at]!;
  for (let doel = 0; doel < GEBRUIKSDOELEN.length; doel++) {
    to.list.countsByDoel[doel]![to.at] = from.list.countsByDoel[doel]![from.at]!;
  }
}

export function isSameName(a: StreetSortKey | undefined, b: StreetSortKey): boolean {
  return a?.nameKey === b.nameKey && a.woonplaats === b.woonplaats;
}

/** Writes table `street_list`: a row for each column of the list, little-endian numbers. */
export function writeStreetList(
  db: Database,
  { openbareRuimten, woonplaatsen, countsByDoel }: StreetList,
): void {
  const insert = db.query("INSERT OR REPLACE INTO street_list VALUES (?, ?)");
  insert.run(OPENBARE_RUIMTE, new Uint8Array(openbareRuimten.buffer));
  insert.run(WOONPLAATS, new Uint8Array(woonplaatsen.buffer));
  for (const [doel, naam] of GEBRUIKSDOELEN.entries()) {
    insert.run(naam, new Uint8Array(countsByDoel[doel]!.buffer));
  }
}

/** Reads table `street_list`: milliseconds and 8 MB for the country. */
export function readStreetList(db: Database): StreetList {
  return {
    openbareRuimten: new Float64Array(readColumn(db, OPENBARE_RUIMTE)),
    woonplaatsen: new Uint16Array(readColumn(db, WOONPLAATS)),
    countsByDoel: GEBRUIKSDOELEN.map((naam) => new Uint16Array(readColumn(db, naam))),
  };
}

/** Reads a column as a copy, because the driver's buffer need not be aligned for 8-byte numbers. */
function readColumn(db: Database, name: string): ArrayBuffer {
  const row = db
    .query<{ data: Uint8Array }, [string]>("SELECT data FROM street_list WHERE name = ?")
    .get(name);
  return row === null ? new ArrayBuffer(0) : new Uint8Array(row.data).buffer;
}

/** Returns the list of a snapshot; reads it once per snapshot. */
export const streetListOf = memoizePerObject(({ db }: Snapshot) => readStreetList(db));
