/** Compares two registry files: schema and rows of every table and view, bit by bit, without the importer's code. */
import { createHash } from "node:crypto";
import { type Database, openReadOnly } from "../../../src/base/sqlite.ts";

/** Maximum differences shown per table. */
const MAX_SHOWN = 4;
/** Shadow tables of an R*Tree: its nodes depend on the insertion order of the boxes; its boxes do not. */
const SHADOW = /^rtree_.*_(node|rowid|parent)$/;
/** Tables that record when and from what a registry was made; changes-oracle.ts checks the last one. */
const IGNORED_TABLES = ["registry", "import_log", "data_version", "record_change"];
const COMPARED_META = ["schema_version", "reference_date", "counts", "is_demo", "area"];
const IGNORED_COLUMNS: Readonly<Record<string, readonly string[]>> = { gpkg_contents: ["last_change"] };

/**
 * Returns the differences, a line each; empty when there are none. `made` must also pass SQLite's integrity check,
 * which compares its indexes and R*Trees with its tables: the comparison reads only the tables.
 */
export function compareRegistries(made: string, expected: string): string[] {
  using a = openReadOnly(made);
  using b = openReadOnly(expected);
  const differences = [...listDamage(a), ...compareRows("schema", schemaRows(a), schemaRows(b))];
  if (differences.length > 0) {
    return differences;
  }
  for (const table of listTables(b)) {
    const query = rowsQuery(b, table);
    differences.push(...compareRows(table, query(a), query(b)));
  }
  return differences;
}

type Row = readonly [key: string, cells: readonly unknown[]];

function listDamage(db: Database): string[] {
  const rows = db.query<{ integrity_check: string }, []>("PRAGMA integrity_check(5)").all();
  return rows
    .map((row) => row.integrity_check)
    .filter((text) => text !== "ok")
    .map((text) => `integrity_check: ${text}`);
}

function schemaRows(db: Database): Row[] {
  const objects = db
    .query<{ name: string; sql: string | null }, []>("SELECT name, sql FROM sqlite_schema ORDER BY name")
    .all()
    .filter(({ name }) => !SHADOW.test(name) && !name.startsWith("sqlite_"));
  const pragmas = ["user_version", "application_id", "page_size", "encoding"].map(
    (name): Row => [`pragma ${name}`, Object.values(db.query(`PRAGMA ${name}`).get() as object)],
  );
  return [...pragmas, ...objects.map(({ name, sql }): Row => [name, [sql]])].sort(byKey);
}

/** Lists tables, then views, so that a difference is reported for its table before the views that read it. */
function listTables(db: Database): string[] {
  const names = db.query<{ name: string }, []>(
    "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name",
  );
  return (
    names
      .all()
      .map(({ name }) => name)
      // The objects that updates changed since the history file was written: compare-histories.ts compares these.
      .filter((name) => !SHADOW.test(name) && !name.startsWith("recent_"))
  );
}

/** Returns a function that reads a table in order of its primary key, or of all its columns without one. */
function rowsQuery(db: Database, table: string): (db: Database) => Row[] {
  const columns = db
    .query<{ name: string; pk: number }, []>(`SELECT name, pk FROM pragma_table_xinfo('${table}')`)
    .all()
    .filter(({ name }) => !IGNORED_COLUMNS[table]?.includes(name));
  const keys = columns.filter(({ pk }) => pk > 0).sort((x, y) => x.pk - y.pk);
  // The first column of an R*Tree, and of a view for analysts, is its key.
  const hasKey = table.startsWith("rtree_") || columns[0]?.name === "OGC_FID";
  const ordered = hasKey ? columns.slice(0, 1) : keys.length > 0 ? keys : columns;
  const quoted = (list: readonly { name: string }[]) => list.map(({ name }) => `"${name}"`).join(", ");
  const sql = `SELECT ${quoted([...ordered, ...columns])} FROM "${table}" ${filterOf(table)}`;
  return (other) =>
    (other.query(sql).values() as unknown[][])
      .map(
        (cells): Row => [cells.slice(0, ordered.length).map(textOf).join("/"), cells.slice(ordered.length)],
      )
      .sort(byKey);
}

function filterOf(table: string): string {
  if (table === "registry") {
    return `WHERE key IN ('${COMPARED_META.join("', '")}')`;
  }
  return IGNORED_TABLES.includes(table) ? "WHERE false" : "";
}

function byKey([a]: Row, [b]: Row): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareRows(table: string, made: readonly Row[], expected: readonly Row[]): string[] {
  const byKeyOf = (rows: readonly Row[]) => Map.groupBy(rows, ([key]) => key);
  const [a, b] = [byKeyOf(made), byKeyOf(expected)];
  const differences: string[] = [];
  for (const key of [...new Set([...a.keys(), ...b.keys()])].sort()) {
    const [left, right] = [a.get(key) ?? [], b.get(key) ?? []];
    if (left.length === right.length && left.every(([, cells], i) => areEqual(cells, right[i]![1]))) {
      continue;
    }
    differences.push(`${table} ${key}: made ${describe(left, right)}, expected ${describe(right, left)}`);
  }
  const more = differences.length - MAX_SHOWN;
  return more > 0 ? [...differences.slice(0, MAX_SHOWN), `${table}: ${more} more rows differ`] : differences;
}

function areEqual(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, i) => isSame(value, b[i]));
}

function isSame(a: unknown, b: unknown): boolean {
  if (a instanceof Uint8Array && b instanceof Uint8Array) {
    return Buffer.compare(a, b) === 0;
  }
  return Object.is(a, b);
}

/** Formats the cells that differ from the other side, by position; all cells where the other side has no such row. */
function describe(rows: readonly Row[], others: readonly Row[]): string {
  if (rows.length === 0) {
    return "nothing";
  }
  return rows
    .map(([, cells], row) => {
      const other = others[row]?.[1];
      const shown = cells.flatMap((value, i) =>
        other === undefined || !isSame(value, other[i]) ? [`[${i}] ${textOf(value)}`] : [],
      );
      return shown.join(" ");
    })
    .join(" | ");
}

function textOf(value: unknown): string {
  if (value instanceof Uint8Array) {
    const hash = createHash("sha256").update(value).digest("hex").slice(0, 12);
    return `${value.length} bytes ${hash}`;
  }
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
