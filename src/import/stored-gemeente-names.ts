/** Table `gemeentenaam`: all rows of all names files, for gemeenten that come with a later date. */
import type { Database } from "../base/sqlite.ts";
import { openRegistry } from "../registry/snapshot.ts";
import type { GemeenteName, GemeenteNameRow } from "./gemeente-names.ts";

/** The first of two rows of one file for the same gemeente and period counts. */
export function storeGemeenteNames(db: Database, files: readonly (readonly GemeenteNameRow[])[]): void {
  const insert = db.query("INSERT OR IGNORE INTO gemeentenaam VALUES (?, ?, ?, ?, ?, ?)");
  for (const [bestand, rows] of files.entries())
    for (const { code, naam, provincieNummer, begin, end } of rows)
      insert.run(bestand, code, naam, provincieNummer, begin, end);
}

/**
 * The gemeenten that the files know by code, ended ones included, with their names on a date (YYYYMMDD), from the first
 * file that has the code. When none of its rows holds on that date it is the row that ended last, as extracts lag
 * behind mergers.
 */
export function listGemeenteNames(db: Database, referenceDate: number): ReadonlyMap<number, GemeenteName> {
  const rows = db.query<GemeenteName & { code: number }, [number]>(`
    SELECT code, naam, provincie_id AS provincieNummer FROM (
      SELECT *, row_number() OVER (
        PARTITION BY code ORDER BY bestand, (begin <= ?1 AND ?1 < eind) DESC, eind DESC, begin DESC) AS voorrang
      FROM gemeentenaam)
    WHERE voorrang = 1`);
  return new Map(rows.all(referenceDate).map(({ code, ...name }) => [code, name]));
}

/** The rows that the registry which serves was given; none where that is a fictitious country or does not open. */
export function readNamesBefore(dataDir: string): GemeenteNameRow[] {
  const registry = openRegistry(dataDir, () => undefined);
  try {
    const current = registry.current();
    if (current === undefined || current.meta.isDemo) return [];
    return current.db
      .query<GemeenteNameRow, []>(`
        SELECT code, naam, provincie_id AS provincieNummer, begin, eind AS "end" FROM gemeentenaam n
        WHERE bestand = (SELECT min(bestand) FROM gemeentenaam WHERE code = n.code)`)
      .all();
  } finally {
    registry.close();
  }
}
