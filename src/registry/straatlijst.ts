import type { Database } from "../base/sqlite.ts";
import { SAME_NAME } from "./counting-schema.ts";
import { compareKeys } from "./name-key.ts";
import { GEBRUIKSDOELEN } from "./object-types.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * The streets of the country in the order of address lists (name, woonplaats), with their counts of addresses per
 * gebruiksdoel in that woonplaats. A street whose addresses lie in two woonplaatsen has two entries. Streets of the
 * same name in one woonplaats share one list of addresses: all but the first have the flag {@link SAME_NAME}.
 */
export interface Straatlijst {
  readonly openbareRuimten: Float64Array<ArrayBuffer>;
  /** Key of the woonplaats, with the flag SAME_NAME where it applies. */
  readonly woonplaatsen: Uint16Array<ArrayBuffer>;
  /** Columns of counts, indexed by position in GEBRUIKSDOELEN. */
  readonly aantallen: readonly Uint16Array<ArrayBuffer>[];
}

/** Sort key of an entry. */
export interface StraatKey {
  readonly openbareRuimte: number;
  readonly woonplaats: number;
  /** Name keys (name-key.ts) of the street and its woonplaats. */
  readonly naam: string;
  readonly woonplaatsNaam: string;
}

/** Entry to write to the list. */
export interface StraatDoelen extends StraatKey {
  /** Counts by position in GEBRUIKSDOELEN; an absent one is zero. */
  readonly aantallen: ReadonlyMap<number, number>;
}

export function compareStraten(a: StraatKey, b: StraatKey): number {
  return (
    compareKeys(a.naam, b.naam) ||
    compareKeys(a.woonplaatsNaam, b.woonplaatsNaam) ||
    a.woonplaats - b.woonplaats ||
    a.openbareRuimte - b.openbareRuimte
  );
}

const OPENBARE_RUIMTE = "openbare_ruimte";
const WOONPLAATS = "woonplaats";
const MAX_AANTAL = 2 ** 16 - 1;

/** Allocates a list of `count` entries. */
export function newStraatlijst(count: number): Straatlijst {
  return {
    openbareRuimten: new Float64Array(count),
    woonplaatsen: new Uint16Array(count),
    aantallen: GEBRUIKSDOELEN.map(() => new Uint16Array(count)),
  };
}

/** Writes an entry; `isSameName` is true when the entry before it has the same name and woonplaats. */
export function setStraat(list: Straatlijst, at: number, straat: StraatDoelen, isSameName: boolean): void {
  list.openbareRuimten[at] = straat.openbareRuimte;
  list.woonplaatsen[at] = straat.woonplaats | (isSameName ? SAME_NAME : 0);
  list.aantallen.forEach((aantallen, doel) => {
    aantallen[at] = checkedAantal(straat.aantallen.get(doel) ?? 0);
  });
}

/** Adds to the counts of an entry; returns false when all its counts are zero. */
export function addAantallen(
  { aantallen }: Straatlijst,
  at: number,
  changes: ReadonlyMap<number, number>,
): boolean {
  for (const [doel, aantal] of changes) aantallen[doel]![at] = checkedAantal(aantallen[doel]![at]! + aantal);
  return aantallen.some((column) => column[at]! > 0);
}

function checkedAantal(aantal: number): number {
  if (aantal < 0 || aantal > MAX_AANTAL)
    throw new Error(`a street with ${aantal} addresses of one gebruiksdoel`);
  return aantal;
}

/** Position in a list. */
interface StraatPlace {
  readonly list: Straatlijst;
  readonly at: number;
}

export function copyStraat(from: StraatPlace, to: StraatPlace): void {
  to.list.openbareRuimten[to.at] = from.list.openbareRuimten[from.at]!;
  to.list.woonplaatsen[to.at] = from.list.woonplaatsen[from.at]!;
  for (let doel = 0; doel < GEBRUIKSDOELEN.length; doel++)
    to.list.aantallen[doel]![to.at] = from.list.aantallen[doel]![from.at]!;
}

export function isSameName(a: StraatKey | undefined, b: StraatKey): boolean {
  return a?.naam === b.naam && a.woonplaats === b.woonplaats;
}

/** Writes table `straatlijst`: a row for each column of the list, little-endian numbers. */
export function writeStraatlijst(
  db: Database,
  { openbareRuimten, woonplaatsen, aantallen }: Straatlijst,
): void {
  const insert = db.query("INSERT OR REPLACE INTO straatlijst VALUES (?, ?)");
  insert.run(OPENBARE_RUIMTE, new Uint8Array(openbareRuimten.buffer));
  insert.run(WOONPLAATS, new Uint8Array(woonplaatsen.buffer));
  for (const [doel, naam] of GEBRUIKSDOELEN.entries())
    insert.run(naam, new Uint8Array(aantallen[doel]!.buffer));
}

/** Reads table `straatlijst`: milliseconds and 8 MB for the country. */
export function readStraatlijst(db: Database): Straatlijst {
  return {
    openbareRuimten: new Float64Array(readColumn(db, OPENBARE_RUIMTE)),
    woonplaatsen: new Uint16Array(readColumn(db, WOONPLAATS)),
    aantallen: GEBRUIKSDOELEN.map((naam) => new Uint16Array(readColumn(db, naam))),
  };
}

/** Reads a column as a copy, because the driver's buffer need not be aligned for 8-byte numbers. */
function readColumn(db: Database, kolom: string): ArrayBuffer {
  const row = db
    .query<{ waarden: Uint8Array }, [string]>("SELECT waarden FROM straatlijst WHERE kolom = ?")
    .get(kolom);
  return row === null ? new ArrayBuffer(0) : new Uint8Array(row.waarden).buffer;
}

const lists = new WeakMap<Snapshot, Straatlijst>();

/** Returns the list of a snapshot; reads it once per snapshot. */
export function straatlijstOf(s: Snapshot): Straatlijst {
  let list = lists.get(s);
  if (list === undefined) {
    list = readStraatlijst(s.db);
    lists.set(s, list);
  }
  return list;
}
