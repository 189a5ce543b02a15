/**
 * Imports and updates a country with a copy of the source that declares the columns of every object type in reverse
 * order: nothing but that order may change.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openReadOnly } from "../../src/base/sqlite.ts";
import { nameValues } from "../../src/import/objects/row-layout.ts";
import { OBJECT_TYPES, TYPE_CODES, typeCodeOf } from "../../src/registry/schema/object-types.ts";
import { collectOutcome, start } from "../support/processes/baken-process.ts";
import { countRows } from "../support/registries/read-registry.ts";
import { currentOf, type DemoChain, makeChain } from "../support/update-oracle/demo-chain.ts";

setDefaultTimeout(300_000);

const ROOT = join(import.meta.dir, "../..");
const REVERSE_FIELDS = `
for (const type of Object.values(OBJECT_TYPES)) {
  Object.assign(type, { fields: type.fields.toReversed() });
}
`;
const REVERSE_ADDED_COLUMNS = `
for (const [code, columns] of Object.entries(ADDED_COLUMNS)) {
  Object.assign(ADDED_COLUMNS, { [code]: columns.toReversed() });
}
`;
/** Tables that record when a registry was made, and shadow tables of R*Trees. */
const IGNORED_TABLE = /^(registry|import_log|gpkg_contents|sqlite_.*|rtree_.*_(node|rowid|parent))$/;

const folder = mkdtempSync(join(tmpdir(), "baken-column-order-"));
const reversedTree = join(folder, "reversed");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const registries: Record<"declared" | "reversed", string[]> = { declared: [], reversed: [] };
beforeAll(async () => {
  makeReversedTree();
  const options = { addresses: 600, seed: 6, history: true, hasPc4File: false, mutations: 200 };
  const chain = await makeChain(join(folder, "chain"), options);
  registries.declared = await importAndUpdate(ROOT, chain, join(folder, "declared-data"));
  registries.reversed = await importAndUpdate(reversedTree, chain, join(folder, "reversed-data"));
});

function makeReversedTree(): void {
  cpSync(join(ROOT, "src"), join(reversedTree, "src"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(reversedTree, "package.json"));
  symlinkSync(join(ROOT, "node_modules"), join(reversedTree, "node_modules"));
  appendFileSync(join(reversedTree, "src/registry/schema/object-types.ts"), REVERSE_FIELDS);
  appendFileSync(join(reversedTree, "src/registry/schema/schema.ts"), REVERSE_ADDED_COLUMNS);
}

/** Returns the registries that a source tree makes: of the extract, and of the deliveries too. */
async function importAndUpdate(
  tree: string,
  { files, deliveries }: DemoChain,
  data: string,
): Promise<string[]> {
  const run = async (...args: string[]) => {
    const command = [process.execPath, join(tree, "src/main.ts"), ...args, "--data", data];
    expect(await collectOutcome(start(command))).toMatchObject({ exitCode: 0 });
    return currentOf(data);
  };
  const imported = await run("import", files.extract, "--gemeenten", files.gemeenten);
  // Without the later deliveries, voorkomens that are still to begin stay in the registry.
  return [imported, await run("update", ...deliveries.slice(0, 3))];
}

function listTables(db: Database): string[] {
  const names = db.query("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").values().flat();
  return (names as string[]).filter((name) => !IGNORED_TABLE.test(name));
}

/** Returns the rows of a table by column, whatever the order of its columns. */
function rowsOf(db: Database, table: string, nameRow: typeof nameValues): unknown[] {
  const key = (
    db.query(`SELECT name FROM pragma_table_info('${table}') WHERE pk`).values().flat() as string[]
  ).join();
  const rows = db.query<Record<string, unknown>, []>(`SELECT * FROM ${table} ORDER BY ${key || "1"}`).all();
  return table === "voorkomen" ? rows.map((row) => ({ ...row, row_json: nameJson(row, nameRow) })) : rows;
}

function nameJson({ object_id, row_json }: Record<string, unknown>, nameRow: typeof nameValues): unknown {
  return row_json === null ? null : nameRow(typeCodeOf(Number(object_id))!, JSON.parse(String(row_json)));
}

test("the copy declares its columns in reverse", () => {
  using db = openReadOnly(registries.reversed[0]!);
  for (const code of TYPE_CODES) {
    const { table, fields } = OBJECT_TYPES[code];
    const declared = new Set<string>(fields.map(({ column }) => column));
    const columns = db.query(`SELECT name FROM pragma_table_info('${table}')`).values().flat() as string[];
    expect(columns.filter((name) => declared.has(name))).toEqual([...declared].reverse());
  }
});

test.each([
  ["an import", 0],
  ["an update", 1],
])("%s gives the same rows, column by column", async (_what, at) => {
  const reversedLayout = await import(join(reversedTree, "src/import/objects/row-layout.ts"));
  using declared = openReadOnly(registries.declared[at]!);
  using reversed = openReadOnly(registries.reversed[at]!);
  const tables = listTables(declared);
  expect(listTables(reversed)).toEqual(tables);
  expect(countRows(declared, "voorkomen WHERE row_json IS NOT NULL")).toBeGreaterThan(0);
  for (const table of tables) {
    const rows = rowsOf(reversed, table, reversedLayout.nameValues);
    expect({ table, rows }).toEqual({ table, rows: rowsOf(declared, table, nameValues) });
  }
});
