/**
 * Records which addresses, verblijfsobjecten and panden came, changed or went (registry/schema/schema.ts), by comparing
 * their records with the records of the previous registry.
 */
import type { Database } from "../../base/sqlite.ts";
import { PLAIN_COLUMNS } from "../../registry/read/adres-record.ts";
import { PLAIN_PAND_COLUMNS } from "../../registry/read/panden.ts";
import type { ChangeKind } from "../../registry/read/record-changes.ts";
import { verblijfsobjectValuesSql } from "../../registry/read/verblijfsobjecten.ts";
import { formerAffectedRowsSql } from "./touched.ts";

/**
 * Bounds of the kept rows, of all kinds together. Each row takes 22 bytes, so that a registry grows by 1 % at most.
 * Once more records have changed than half the number of addresses, fetching all records costs less than fetching the
 * changes. A request reads a row of each version.
 */
export const KEPT_CHANGES = { versions: 100, rowsPerAddress: 0.5, minRows: 100_000 } as const;

/** By kind of record: its table, and SQL for the values of a record and its geometry, given a row of that table. */
const RECORDS: Record<
  ChangeKind,
  { table: string; valuesSql: (row: string, adressen?: string) => string[] }
> = {
  NUM: { table: "adres", valuesSql: (row) => PLAIN_COLUMNS.map((column) => `${row}.${column}`) },
  VBO: {
    table: "verblijfsobject",
    valuesSql: (row, adressen) => [...verblijfsobjectValuesSql(row, adressen), `${row}.geom`],
  },
  PND: {
    table: "pand",
    valuesSql: (row) => [...PLAIN_PAND_COLUMNS, "geom"].map((column) => `${row}.${column}`),
  },
};

interface ComparedRows {
  /** Joins present rows as `n` and former rows as `o`, of the same fid. */
  readonly from: string;
  /** Table of the former addresses. */
  readonly formerAdressen: string;
}

/** Returns SQL for the records whose present row differs from the former row. */
function changedSql(kind: ChangeKind, { from, formerAdressen }: ComparedRows): string {
  const { valuesSql } = RECORDS[kind];
  return `SELECT '${kind}' AS kind, coalesce(n.fid, o.fid) AS fid, o.fid IS NOT NULL AS existed FROM ${from}
    WHERE (${valuesSql("o", formerAdressen)}) IS NOT (${valuesSql("n")})`;
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

/** Objects with an outline; `adres` has only its middle. */
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

/** Addresses whose record may have changed although their own row has not. */
const OF_CHANGED_OBJECT = `n.${IN_RENAMED} OR n.${OF_RESHAPED}`;

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
  // The addresses that an affected object names, all of which are affected.
  db.run("CREATE TABLE work.former_adres (fid INTEGER PRIMARY KEY)");
  db.run(`INSERT INTO work.former_adres SELECT fid FROM ${formerAffectedRowsSql("adres")}`);
  const changedAmong = (kind: ChangeKind, fids: string, former: string) =>
    changedSql(kind, {
      from: `${fids} t LEFT JOIN ${former} o ON o.fid = t.fid LEFT JOIN ${RECORDS[kind].table} n ON n.fid = t.fid`,
      formerAdressen: "work.former_adres",
    });
  const touched = changedAmong("NUM", "work.touched_adres", "work.old_adres");
  // The row of such an address is derived again with the same values, so that it is not touched.
  const reshaped = `SELECT 'NUM', a.fid, 1 FROM work.affected JOIN adres a ON a.fid = affected.fid
    WHERE a.${OF_RESHAPED} AND a.fid NOT IN (SELECT fid FROM work.touched_adres)`;
  // Reads a whole index of the country, but woonplaatsen and gemeenten are renamed only a few times a year.
  const renamed = `SELECT 'NUM', fid, 1 FROM adres INDEXED BY adres_openbare_ruimte
    WHERE ${IN_RENAMED} AND fid NOT IN (SELECT fid FROM work.touched_adres)
    AND adresseerbaar_object_id NOT IN (SELECT fid FROM work.reshaped_object)`;
  const isAnyRenamed = db.query("SELECT 1 FROM work.renamed_woonplaats").get() !== null;
  const queries = [
    ...[`${touched} OR ${OF_CHANGED_OBJECT}`, reshaped, ...(isAnyRenamed ? [renamed] : [])],
    // Untouched residences too: another of their nevenadressen may have become an address.
    changedAmong("VBO", "work.affected", formerAffectedRowsSql("verblijfsobject")),
    changedAmong("PND", "work.touched_pand", "work.old_pand"),
  ];
  return storeChanges(db, queries, { importId, adressen });
}

/**
 * Records the changes since another registry of the same schema, attached as `previous`, after the changes that
 * `previous` keeps. Returns their number, or null when none are kept. Reads all records of both.
 */
export function recordImportChanges(db: Database, importId: number, adressen: number): number | null {
  db.run("INSERT INTO record_change SELECT * FROM previous.record_change");
  findRenamedWoonplaatsen(db, placesSql("previous.woonplaats", "previous.gemeente"));
  findReshapedObjects(db, (table) => `previous.${table}`);
  const present = (kind: ChangeKind) => {
    const { table } = RECORDS[kind];
    const from = `${table} n LEFT JOIN previous.${table} o ON o.fid = n.fid`;
    return changedSql(kind, { from, formerAdressen: "previous.adres" });
  };
  const removed = (kind: ChangeKind) => {
    const { table } = RECORDS[kind];
    return `SELECT '${kind}', o.fid, 1 FROM previous.${table} o
      WHERE NOT EXISTS (SELECT 1 FROM ${table} n WHERE n.fid = o.fid)`;
  };
  const queries = [
    ...[`${present("NUM")} OR ${OF_CHANGED_OBJECT}`, removed("NUM")],
    ...[present("VBO"), removed("VBO"), present("PND"), removed("PND")],
  ];
  return storeChanges(db, queries, { importId, adressen });
}

/** Stores the rows that the queries return, and removes rows of old versions beyond the bounds. */
function storeChanges(
  db: Database,
  queries: readonly string[],
  { importId, adressen }: { readonly importId: number; readonly adressen: number },
): number | null {
  const { rowsPerAddress, minRows } = KEPT_CHANGES;
  const maxRows = Math.max(minRows, Math.floor(adressen * rowsPerAddress));
  // Stored in `work` first: the registry would keep the space of rows that are removed again.
  db.run(
    `CREATE TABLE work.new_record_change AS SELECT * FROM (${queries.join(" UNION ALL ")}) LIMIT ${maxRows + 1}`,
  );
  const { count } = db
    .query<{ count: number }, []>("SELECT count(*) AS count FROM work.new_record_change")
    .get()!;
  if (count > maxRows) {
    forgetChanges(db, importId);
    return null;
  }
  forgetChanges(db, lastForgotten(db, maxRows - count));
  db.query(
    "INSERT INTO record_change SELECT ?, kind, fid, existed FROM work.new_record_change ORDER BY kind, fid",
  ).run(importId);
  return count;
}

/** Returns the newest row of the log whose changes must go, so that these rows and the next version fit the bounds. */
function lastForgotten(db: Database, maxRows: number): number {
  const { versions } = KEPT_CHANGES;
  const before = db.query<{ id: number; count: number | null }, []>(
    `SELECT id, record_changes AS count FROM import_log ORDER BY id DESC LIMIT ${versions}`,
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
  db.query("DELETE FROM record_change WHERE import_id <= ?").run(importId);
  db.query("UPDATE import_log SET record_changes = NULL WHERE id <= ?").run(importId);
}
