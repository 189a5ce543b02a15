/**
 * Records which addresses came, changed or went (registry/schema/schema.ts), by comparing their records with
 * the records of the registry before.
 */
import type { Database } from "../base/sqlite.ts";
import { PLAIN_COLUMNS } from "../registry/read/adres-record.ts";

/**
 * Bounds of the kept rows. Each row takes 18 bytes, so that a registry grows by 1 % at most; when half of the
 * addresses have changed, fetching all of them costs less than the changes. A request reads a row of each version.
 */
export const KEPT_CHANGES = { versions: 100, rowsPerAddress: 0.5, minRows: 100_000 } as const;

function recordSql(alias: string): string {
  return `(${PLAIN_COLUMNS.map((column) => `${alias}.${column}`).join(", ")})`;
}

/** Names that a record takes from the areas of an address, by woonplaats. */
function placesSql(woonplaats: string, gemeente: string): string {
  return `(SELECT w.fid, w.naam, g.fid AS gemeente, g.naam AS gemeente_naam, g.provincie_id
    FROM ${woonplaats} w LEFT JOIN ${gemeente} g ON g.fid = w.gemeente_code)`;
}

/** Fills `work.renamed_woonplaats` with the woonplaatsen whose name or areas, or the names of these, have changed. */
function findRenamedWoonplaatsen(db: Database, placesBefore: string): void {
  db.run(`CREATE TABLE work.renamed_woonplaats AS
    SELECT n.fid FROM ${placesSql("woonplaats", "gemeente")} n JOIN ${placesBefore} o ON o.fid = n.fid
    WHERE (n.naam, n.gemeente, n.gemeente_naam, n.provincie_id)
      IS NOT (o.naam, o.gemeente, o.gemeente_naam, o.provincie_id)`);
}

const IN_RENAMED = "woonplaats_id IN (SELECT fid FROM work.renamed_woonplaats)";

/** Objects with an outline, of which `adres` has only the middle. */
const OUTLINED_TABLES = ["ligplaats", "standplaats"] as const;

/** Fills `work.reshaped_object` with the objects whose outline has changed; `before` has a table's former rows. */
function findReshapedObjects(
  db: Database,
  before: (table: (typeof OUTLINED_TABLES)[number]) => string,
): void {
  const reshaped = OUTLINED_TABLES.map(
    (table) =>
      `SELECT n.fid FROM ${table} n JOIN ${before(table)} o ON o.fid = n.fid WHERE n.geom IS NOT o.geom`,
  );
  db.run(`CREATE TABLE work.reshaped_object AS ${reshaped.join(" UNION ALL ")}`);
}

const OF_RESHAPED = "adresseerbaar_object_id IN (SELECT fid FROM work.reshaped_object)";

/** Returns the rows of a table before the update. */
function rowsBefore(table: "woonplaats" | "gemeente", columns: string): string {
  return `(SELECT ${columns} FROM ${table} WHERE fid NOT IN (SELECT fid FROM work.touched_${table})
    UNION ALL SELECT ${columns} FROM work.old_${table})`;
}

/**
 * Records the changes of an update from its touched rows; returns their number, or null when none are kept. `adressen`
 * is the number of addresses.
 */
export function recordUpdateChanges(db: Database, importId: number, adressen: number): number | null {
  findRenamedWoonplaatsen(
    db,
    placesSql(
      rowsBefore("woonplaats", "fid, naam, gemeente_code"),
      rowsBefore("gemeente", "fid, naam, provincie_id"),
    ),
  );
  findReshapedObjects(db, (table) => `work.old_${table}`);
  const touched = `SELECT t.fid, o.fid IS NOT NULL AS existed FROM work.touched_adres t
    LEFT JOIN work.old_adres o ON o.fid = t.fid LEFT JOIN adres n ON n.fid = t.fid
    WHERE ${recordSql("o")} IS NOT ${recordSql("n")} OR n.${IN_RENAMED} OR n.${OF_RESHAPED}`;
  // The row of such an address is derived again and found equal, so that it is not touched.
  const reshaped = `SELECT a.fid, 1 FROM work.affected JOIN adres a ON a.fid = affected.fid
    WHERE a.${OF_RESHAPED} AND a.fid NOT IN (SELECT fid FROM work.touched_adres)`;
  // Reads a whole index of the country, but woonplaatsen and gemeenten are renamed only a few times a year.
  const renamed = `SELECT fid, 1 FROM adres INDEXED BY adres_openbare_ruimte
    WHERE ${IN_RENAMED} AND fid NOT IN (SELECT fid FROM work.touched_adres)
    AND adresseerbaar_object_id NOT IN (SELECT fid FROM work.reshaped_object)`;
  const isAnyRenamed = db.query("SELECT 1 FROM work.renamed_woonplaats").get() !== null;
  return storeChanges(db, [touched, reshaped, ...(isAnyRenamed ? [renamed] : [])], { importId, adressen });
}

/**
 * Records the changes since another registry of the same schema, attached as `previous`, behind those that it keeps;
 * returns their number, or null when none are kept. Reads all addresses of both.
 */
export function recordImportChanges(db: Database, importId: number, adressen: number): number | null {
  db.run("INSERT INTO address_change SELECT * FROM previous.address_change");
  findRenamedWoonplaatsen(db, placesSql("previous.woonplaats", "previous.gemeente"));
  findReshapedObjects(db, (table) => `previous.${table}`);
  const present = `SELECT n.fid, o.fid IS NOT NULL AS existed FROM adres n
    LEFT JOIN previous.adres o ON o.fid = n.fid
    WHERE ${recordSql("o")} IS NOT ${recordSql("n")} OR n.${IN_RENAMED} OR n.${OF_RESHAPED}`;
  const removed = `SELECT o.fid, 1 FROM previous.adres o
    WHERE NOT EXISTS (SELECT 1 FROM adres n WHERE n.fid = o.fid)`;
  return storeChanges(db, [present, removed], { importId, adressen });
}

interface NewChanges {
  readonly importId: number;
  readonly adressen: number;
}

/** Stores the rows that the queries return, and removes rows of old versions beyond the bounds. */
function storeChanges(
  db: Database,
  queries: readonly string[],
  { importId, adressen }: NewChanges,
): number | null {
  const { rowsPerAddress, minRows } = KEPT_CHANGES;
  const maxRows = Math.max(minRows, Math.floor(adressen * rowsPerAddress));
  // Beside the registry first, which would keep the space of rows that are removed again.
  db.run(
    `CREATE TABLE work.new_address_change AS SELECT * FROM (${queries.join(" UNION ALL ")}) LIMIT ${maxRows + 1}`,
  );
  const { count } = db
    .query<{ count: number }, []>("SELECT count(*) AS count FROM work.new_address_change")
    .get()!;
  if (count > maxRows) {
    forgetChanges(db, importId);
    return null;
  }
  forgetChanges(db, lastForgotten(db, maxRows - count));
  db.query("INSERT INTO address_change SELECT ?, fid, existed FROM work.new_address_change ORDER BY fid").run(
    importId,
  );
  return count;
}

/** Returns the newest row of the log whose changes must go, so that these rows and the next version fit the bounds. */
function lastForgotten(db: Database, maxRows: number): number {
  const { versions } = KEPT_CHANGES;
  const before = db.query<{ id: number; count: number | null }, []>(
    `SELECT id, address_changes AS count FROM import_log ORDER BY id DESC LIMIT ${versions}`,
  );
  let rows = 0;
  const last = before.all().find(({ count }, i) => {
    rows += count ?? 0;
    return count === null || rows > maxRows || i === versions - 1;
  });
  return last?.id ?? 0;
}

/** Removes the changes of a row of the log and of those before it. */
function forgetChanges(db: Database, importId: number): void {
  db.query("DELETE FROM address_change WHERE import_id <= ?").run(importId);
  db.query("UPDATE import_log SET address_changes = NULL WHERE id <= ?").run(importId);
}
