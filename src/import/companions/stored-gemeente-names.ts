/** Stores all rows of all names files in table `gemeentenaam`, for gemeenten that come into use at a later date. */
import type { Database } from "../../base/sqlite.ts";
import { openRegistry } from "../../registry/file/open-registry.ts";
import type { GemeenteName, GemeenteNameRow } from "./gemeente-names.ts";

/** Stores the rows; of two rows of one file for the same gemeente and period, the first is kept. */
export function storeGemeenteNames(db: Database, files: readonly (readonly GemeenteNameRow[])[]): void {
  const insert = db.query(
    `INSERT OR IGNORE INTO gemeentenaam (file_number, code, naam, provincie_id, begin_date, end_date)
      VALUES (?, ?, ?, ?, ?, ?)`,
  );
  for (const [file, rows] of files.entries()) {
    for (const { code, naam, provincieNumber, begin, end } of rows) {
      insert.run(file, code, naam, provincieNumber, begin, end);
    }
  }
}

/**
 * Returns the gemeenten in the files by code, ended ones included, with their names on a date (YYYYMMDD), from the
 * first file that has the code. When none of its rows is valid on that date, the row that ended last is used, as
 * extracts lag behind mergers.
 */
export function listGemeenteNames(db: Database, referenceDate: number): ReadonlyMap<number, GemeenteName> {
  const rows = db.query<GemeenteName & { code: number }, [number]>(`
    SELECT code, naam, provincie_id AS provincieNumber FROM (
      SELECT *, row_number() OVER (
        PARTITION BY code ORDER BY file_number, (begin_date <= ?1 AND ?1 < end_date) DESC, end_date DESC, begin_date DESC) AS priority
      FROM gemeentenaam)
    WHERE priority = 1`);
  return new Map(rows.all(referenceDate).map(({ code, ...name }) => [code, name]));
}

/** Returns the rows that the served registry was imported with; none when it is a demo or cannot be opened. */
export function readNamesOfCurrentRegistry(dataDir: string): GemeenteNameRow[] {
  const registry = openRegistry(dataDir, () => undefined);
  try {
    const current = registry.current();
    if (current === undefined || current.meta.isDemo) {
      return [];
    }
    return current.db
      .query<GemeenteNameRow, []>(`
        SELECT code, naam, provincie_id AS provincieNumber, begin_date AS begin, end_date AS "end" FROM gemeentenaam n
        WHERE file_number = (SELECT min(file_number) FROM gemeentenaam WHERE code = n.code)`)
      .all();
  } finally {
    registry.close();
  }
}
