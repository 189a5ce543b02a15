import type { Database } from "../../base/sqlite.ts";
import { SAME_NAME } from "../../registry/counting-schema.ts";
import {
  addAantallen,
  compareStraten,
  copyStraat,
  isSameName,
  newStraatlijst,
  readStraatlijst,
  type StraatDoelen,
  type StraatKey,
  type Straatlijst,
  setStraat,
  writeStraatlijst,
} from "../../registry/straatlijst.ts";
import { STRAAT_DOELEN_SQL, type StraatDoel } from "../derive-doelen.ts";
import { differencesSql } from "./differences.ts";
import type { TouchedTable } from "./touched.ts";

type Aantallen = Map<number, number>;

/**
 * Updates `straatlijst` after names and, in `work.adres_doel`, counts have changed. Inserts new and renamed entries at
 * their sorted position; reads the names of other entries only to find that position.
 */
export function updateStraatlijst(db: Database): void {
  const differences = listDifferences(db);
  const renamedStraten = listRenamed(db, "openbare_ruimte");
  const renamedWoonplaatsen = listRenamed(db, "woonplaats");
  if (differences.size + renamedStraten.size + renamedWoonplaatsen.size === 0) return;
  const list = readStraatlijst(db);
  const kept: number[] = [];
  const toInsert = new Map<string, Aantallen>();
  for (let at = 0; at < list.openbareRuimten.length; at++) {
    const openbareRuimte = list.openbareRuimten[at]!;
    const woonplaats = woonplaatsAt(list, at);
    const changes = differences.get(openbareRuimte)?.get(woonplaats);
    if (changes !== undefined) {
      differences.get(openbareRuimte)!.delete(woonplaats);
      if (!addAantallen(list, at, changes)) continue;
    }
    if (renamedStraten.has(openbareRuimte) || renamedWoonplaatsen.has(woonplaats))
      toInsert.set(`${openbareRuimte} ${woonplaats}`, aantallenAt(list, at));
    else kept.push(at);
  }
  for (const [openbareRuimte, remaining] of differences)
    for (const [woonplaats, aantallen] of remaining) toInsert.set(`${openbareRuimte} ${woonplaats}`, aantallen);
  const names = new StraatNames(db);
  writeStraatlijst(db, merge({ list, kept, names, straten: sortEntries(toInsert, names) }));
}

/** Lists the changes of counts by gebruiksdoel, per openbare ruimte and woonplaats. */
function listDifferences(db: Database): Map<number, Map<number, Aantallen>> {
  const differences = new Map<number, Map<number, Aantallen>>();
  const rows = db.query<StraatDoel, []>(`${STRAAT_DOELEN_SQL} HAVING sum(keer) <> 0`).all();
  for (const { openbareRuimte, woonplaats, gebruiksdoel, aantal } of rows)
    differences
      .getOrInsertComputed(openbareRuimte, () => new Map<number, Aantallen>())
      .getOrInsertComputed(woonplaats, () => new Map())
      .set(gebruiksdoel, aantal);
  return differences;
}

/** Lists renamed rows, including added and removed ones. */
function listRenamed(db: Database, table: TouchedTable): Set<number> {
  const rows = db.query<{ fid: number }, []>(
    `SELECT fid FROM ${differencesSql(table)} GROUP BY fid, naam_sleutel HAVING sum(keer) <> 0`,
  );
  return new Set(rows.all().map(({ fid }) => fid));
}

function woonplaatsAt(list: Straatlijst, at: number): number {
  return list.woonplaatsen[at]! & ~SAME_NAME;
}

function aantallenAt(list: Straatlijst, at: number): Aantallen {
  return new Map(list.aantallen.map((aantallen, doel) => [doel, aantallen[at]!]));
}

/** Returns the entries in the order of the list. */
function sortEntries(entries: ReadonlyMap<string, Aantallen>, names: StraatNames): StraatDoelen[] {
  const straten = [...entries].map(([ids, aantallen]): StraatDoelen => {
    const [openbareRuimte, woonplaats] = ids.split(" ").map(Number) as [number, number];
    return { ...names.keyOf(openbareRuimte, woonplaats), aantallen };
  });
  return straten.sort(compareStraten);
}

/** Looks up the names of entries; reads those of a street once. */
class StraatNames {
  readonly #woonplaatsen: ReadonlyMap<number, string>;
  readonly #straten = new Map<number, string>();
  readonly #findStraat: (id: number) => string;

  constructor(db: Database) {
    const rows = db.query("SELECT fid, naam_sleutel FROM woonplaats").values() as [number, string][];
    this.#woonplaatsen = new Map(rows);
    const select = db.query<{ naam: string }, [number]>(
      "SELECT naam_sleutel AS naam FROM openbare_ruimte WHERE fid = ?",
    );
    this.#findStraat = (id) => select.get(id)!.naam;
  }

  keyOf(openbareRuimte: number, woonplaats: number): StraatKey {
    const naam = this.#straten.getOrInsertComputed(openbareRuimte, this.#findStraat);
    return { openbareRuimte, woonplaats, naam, woonplaatsNaam: this.#woonplaatsen.get(woonplaats)! };
  }

  keyAt(list: Straatlijst, at: number): StraatKey {
    return this.keyOf(list.openbareRuimten[at]!, woonplaatsAt(list, at));
  }
}

interface MergeInput {
  readonly list: Straatlijst;
  /** Indexes in `list` of the entries that stay, in order. */
  readonly kept: readonly number[];
  /** Entries to insert, in order. */
  readonly straten: readonly StraatDoelen[];
  readonly names: StraatNames;
}

function merge({ list, kept, straten, names }: MergeInput): Straatlijst {
  const merged = newStraatlijst(kept.length + straten.length);
  const hasSameNameAsPrevious = (at: number, key: StraatKey) =>
    at > 0 && isSameName(names.keyAt(merged, at - 1), key);
  let at = 0;
  let nextKept = 0;
  const copyUntil = (end: number) => {
    for (const start = nextKept; nextKept < end; nextKept++, at++) {
      const from = kept[nextKept]!;
      copyStraat({ list, at: from }, { list: merged, at });
      // The entry before it is another one than in the old list.
      if (nextKept === start || kept[nextKept - 1] !== from - 1)
        merged.woonplaatsen[at] =
          woonplaatsAt(list, from) | (hasSameNameAsPrevious(at, names.keyAt(list, from)) ? SAME_NAME : 0);
    }
  };
  for (const straat of straten) {
    copyUntil(countKeptBefore(straat, { list, kept, names }, nextKept));
    setStraat(merged, at, straat, hasSameNameAsPrevious(at, straat));
    at++;
  }
  copyUntil(kept.length);
  return merged;
}

/** Returns the number of kept entries that sort before a street; the first `from` are known to. */
function countKeptBefore(straat: StraatKey, { list, kept, names }: Omit<MergeInput, "straten">, from: number): number {
  let low = from;
  let high = kept.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareStraten(names.keyAt(list, kept[middle]!), straat) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
