/**
 * Compares the histories of two registries without the importer's code. A history consists of the recent rows
 * of the registry, and of the history file's rows of objects that no update changed.
 */
import { dirname, join } from "node:path";
import { type Database, openReadOnly } from "../../../src/base/sqlite.ts";

/** Maximum differences shown per table. */
const MAX_SHOWN = 4;

/** Column of each table with the object of a row. */
const OWNERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      "woonplaats",
      "openbare_ruimte",
      "nummeraanduiding",
      "verblijfsobject",
      "ligplaats",
      "standplaats",
      "pand",
    ].map((name) => [`${name}_voorkomen`, "object_id"]),
  ),
  old_key: "nummeraanduiding_id",
  old_link: "object_id",
  in_onderzoek: "object_id",
};

/** Sums by woonplaats and month: the recent rows are added to the rows of the file. */
const SUMS = "timeline";

/**
 * Returns the rows in which two registries differ, a line each; empty when there are none. `isCompared` leaves rows out
 * by table and columns.
 */
export function compareHistories(
  made: string,
  expected: string,
  isCompared: (table: string, row: Readonly<Record<string, unknown>>) => boolean = () => true,
): string[] {
  const [a, b] = [readHistory(made), readHistory(expected)];
  return [...Object.keys(OWNERS), SUMS].flatMap((table) => {
    const select = (rows: Row[]) => new Set(rows.filter((row) => isCompared(table, row)).map(textOf));
    const [left, right] = [select(a[table]!), select(b[table]!)];
    const lines = [
      ...[...left].filter((row) => !right.has(row)).map((row) => `${table}: made ${row}`),
      ...[...right].filter((row) => !left.has(row)).map((row) => `${table}: lacks ${row}`),
    ];
    return lines.length > MAX_SHOWN
      ? [...lines.slice(0, MAX_SHOWN), `${table}: ${lines.length - MAX_SHOWN} more rows differ`]
      : lines;
  });
}

type Row = Record<string, unknown>;

/** Returns the rows of each table, as if the history file had been rewritten. */
function readHistory(registry: string): Record<string, Row[]> {
  using db = openReadOnly(registry);
  using history = openReadOnly(historyFileOf(registry, db));
  const recent = new Set<unknown>(
    db.query("SELECT object_id FROM recent_object").values().flat() as unknown[],
  );
  const merged = Object.fromEntries(
    Object.entries(OWNERS).map(([table, owner]) => [
      table,
      [
        ...rowsOf(history, table).filter((row) => !recent.has(row[owner])),
        ...rowsOf(db, `recent_${table}`).filter(({ kenmerken }) => kenmerken !== 0),
      ],
    ]),
  );
  return { ...merged, [SUMS]: addUp([...rowsOf(history, SUMS), ...rowsOf(db, `recent_${SUMS}`)]) };
}

/** Adds up rows of one woonplaats and month; leaves out those without any sum. */
function addUp(rows: readonly Row[]): Row[] {
  const sums = new Map<string, Row>();
  for (const { woonplaats_id, month, ...measures } of rows) {
    const key = `${woonplaats_id} ${month}`;
    const sum = sums.get(key) ?? { woonplaats_id, month };
    for (const [name, n] of Object.entries(measures)) {
      sum[name] = ((sum[name] as number | undefined) ?? 0) + (n as number);
    }
    sums.set(key, sum);
  }
  return [...sums.values()].filter(({ woonplaats_id: _, month: __, ...measures }) =>
    Object.values(measures).some((n) => n !== 0),
  );
}

/** Returns the path of the history file that a registry names. */
function historyFileOf(registry: string, db: Database): string {
  const row = db.query<{ value: string }, []>("SELECT value FROM registry WHERE key = 'history_file'").get();
  return join(dirname(registry), row!.value);
}

function rowsOf(db: Database, table: string): Row[] {
  return db.query<Row, []>(`SELECT * FROM ${table}`).all();
}

function textOf(row: Row): string {
  return JSON.stringify(row, (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value,
  );
}
